// An operating system whose N-th call of a kind fails, or that interrupts and shortens calls.
#pragma once

#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

enum class call : std::uint8_t {
    open,
    read,
    write,
    sync,
    truncate,
    size,
    rename,
    unlink,
    mkdir,
    list,
    lock,
    count
};

struct fault_plan {
    std::array<std::uint64_t, static_cast<std::size_t>(call::count)> calls{};
    call kind = call::count;  // none
    std::uint64_t at = 0;     // the call that fails, counted from 1
    int problem = EIO;
    bool for_good = false;        // and all of the kind after it
    std::uint64_t power_off = 0;  // after so many calls of any kind nothing works any more
    std::uint64_t all = 0;
    std::function<void()> on_sync{};   // once, in the middle of the next sync of data
    std::function<void()> on_sleep{};  // once, before it waits for others
    bool interrupts = false;           // every second call
    bool shortens = false;             // to 5 bytes

    // 0 or an errno.
    int judge(call of) {
        ++all;
        if (power_off != 0 && all > power_off) return EIO;
        if (interrupts && all % 2 == 1) return EINTR;
        const auto number = ++calls[static_cast<std::size_t>(of)];
        if (of != kind) return 0;
        return number == at || (for_good && number > at) ? problem : 0;
    }
};

template <class Base = workmem::journal::posix_files>
class faulty_files {
    using io = workmem::journal::io;

public:
    using time_point = typename Base::time_point;

    faulty_files() = default;
    explicit faulty_files(Base base) : base_{std::move(base)} {}
    std::shared_ptr<fault_plan> plan = std::make_shared<fault_plan>();

    io open(const std::string& path, workmem::journal::file_use use) {
        return unless(call::open, [&] { return base_.open(path, use); });
    }
    io close(int descriptor) { return base_.close(descriptor); }
    io read(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
        return unless(call::read,
                      [&] { return base_.read(descriptor, to, shortened(size), offset); });
    }
    io write(int descriptor, const char* from, std::size_t size, std::uint64_t offset) {
        return unless(call::write,
                      [&] { return base_.write(descriptor, from, shortened(size), offset); });
    }
    io sync(int descriptor) {
        return unless(call::sync, [&] { return base_.sync(descriptor); });
    }
    io sync_data(int descriptor) {
        if (const auto hook = std::exchange(plan->on_sync, {})) hook();
        return unless(call::sync, [&] { return base_.sync_data(descriptor); });
    }
    io truncate(int descriptor, std::uint64_t size) {
        return unless(call::truncate, [&] { return base_.truncate(descriptor, size); });
    }
    io size(int descriptor) {
        return unless(call::size, [&] { return base_.size(descriptor); });
    }
    io rename(const std::string& from, const std::string& to) {
        return unless(call::rename, [&] { return base_.rename(from, to); });
    }
    io unlink(const std::string& path) {
        return unless(call::unlink, [&] { return base_.unlink(path); });
    }
    io mkdir(const std::string& path) {
        return unless(call::mkdir, [&] { return base_.mkdir(path); });
    }
    io rmdir(const std::string& path) { return base_.rmdir(path); }
    io list(const std::string& path, std::vector<std::string>& found) {
        return unless(call::list, [&] { return base_.list(path, found); });
    }
    io lock(int descriptor) {
        return unless(call::lock, [&] { return base_.lock(descriptor); });
    }
    time_point now() { return base_.now(); }
    void sleep(std::chrono::milliseconds time) {
        if (const auto hook = std::exchange(plan->on_sleep, {})) hook();
        base_.sleep(time);
    }
    std::string process() { return base_.process(); }

private:
    template <class Call>
    io unless(call of, Call&& real) {
        const int problem = plan->judge(of);
        return problem != 0 ? io{0, problem} : real();
    }
    std::size_t shortened(std::size_t size) const {
        return plan->shortens ? (std::min)(size, std::size_t{5}) : size;
    }

    Base base_;
};

}  // namespace workmem_test
