// Ways in which a file journal could be wrong, brought about between it and the system: tests must
// notice each.
#pragma once

#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.hpp>
#include <workmem/journal/file/frame.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_test {

struct flaws {
    bool accepts_wrong_checksums = false;
    bool renames_before_syncing = false;  // snapshots
};

// Files for the journal; `Base` is the system.
template <class Base>
class flawed_files : public Base {
    using io = workmem::journal::io;

public:
    flawed_files() = default;
    explicit flawed_files(Base base, flaws with = {}) : Base{std::move(base)}, with_{with} {}

    io open(const std::string& path, workmem::journal::file_use use) {
        const auto done = Base::open(path, use);
        if (done && path.ends_with(".new") && path.find("/snapshot-") != std::string::npos)
            (*unfinished_)[static_cast<int>(done.value)] = path;
        return done;
    }
    io close(int descriptor) {
        unfinished_->erase(descriptor);
        return Base::close(descriptor);
    }
    io sync(int descriptor) {
        if (with_.renames_before_syncing && unfinished_->count(descriptor) != 0) return {};
        return Base::sync(descriptor);
    }
    io rename(const std::string& from, const std::string& to) {
        const auto done = Base::rename(from, to);
        if (!done || !with_.renames_before_syncing) return done;
        for (const auto& each : *unfinished_)
            if (each.second == from) return Base::sync(each.first);
        return done;
    }
    io read(int descriptor, char* into, std::size_t size, std::uint64_t offset) {
        const auto done = Base::read(descriptor, into, size, offset);
        if (done && with_.accepts_wrong_checksums)
            correct_checksums(into, static_cast<std::size_t>(done.value));
        return done;
    }

private:
    static void correct_checksums(char* bytes, std::size_t size) {
        using namespace workmem::journal;
        namespace detail = workmem::detail;
        for (std::size_t at = 0; size - at >= frame_head_size;) {
            const auto magic = detail::load_little<std::uint32_t>(bytes + at);
            const std::size_t length = detail::load_little<std::uint32_t>(bytes + at + 4);
            if ((magic != batch_magic && magic != header_magic) ||
                length > size - at - frame_head_size)
                return;
            const std::string_view frame{bytes + at, frame_head_size + length};
            detail::store_little(
                bytes + at + 28,
                detail::crc32c(frame.substr(frame_head_size), detail::crc32c(frame.substr(0, 28))));
            at += frame.size();
        }
    }

    flaws with_;
    std::shared_ptr<std::map<int, std::string>> unfinished_ =
        std::make_shared<std::map<int, std::string>>();
};

}  // namespace workmem_test
