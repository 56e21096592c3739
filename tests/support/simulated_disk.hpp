// A disk in memory, for crashes: what was not synced is lost, kept or torn, sector by sector, and
// entries of folders are lost or kept one by one, though a file that was renamed within its folder
// never loses both names. It can be told to break its promises.
#pragma once

#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

struct disk_promises {
    bool syncs_files = true;
    bool syncs_folders = true;
};

class simulated_disk {
    using io = workmem::journal::io;
    using file_use = workmem::journal::file_use;

    struct node;
    using node_pointer = std::shared_ptr<node>;
    using entries = std::map<std::string, node_pointer>;
    struct node {
        bool is_folder = false;
        std::string bytes, synced_bytes;
        entries inside, synced_inside;
        int locked_by = 0;
    };
    struct state {
        disk_promises promises;
        node_pointer root = std::make_shared<node>();
        std::map<int, node_pointer> open;
        int next_descriptor = 3;
        std::chrono::milliseconds time{0};
    };

public:
    using time_point = std::chrono::steady_clock::time_point;

    explicit simulated_disk(disk_promises promises = {}) {
        at_->promises = promises;
        at_->root->is_folder = true;
    }

    // The machine stops and starts again.
    void crash(std::uint64_t seed) {
        std::mt19937_64 random{seed};
        at_->open.clear();
        restart(*at_->root, random);
    }
    // A file's bytes; of one that is there.
    std::string content(const std::string& path) {
        auto [folder, name] = find_folder(path);
        return folder->inside.at(name)->bytes;
    }
    void put_content(const std::string& path, const std::string& bytes) {
        auto [folder, name] = find_folder(path);
        folder->inside.at(name)->bytes = bytes;
    }
    // Whether some file has these bytes, now or after a crash.
    [[nodiscard]] bool holds(std::string_view text) const { return holds(*at_->root, text); }
    void advance(std::chrono::milliseconds by) { at_->time += by; }

    io open(const std::string& path, file_use use) {
        auto [folder, name] = find_folder(path);
        if (name.empty() && folder) return opened(folder);
        if (!folder) return {0, ENOENT};
        if (!folder->is_folder) return {0, ENOTDIR};
        const auto found = folder->inside.find(name);
        const bool makes = use == file_use::create || use == file_use::lock;
        const bool wants_folder = use == file_use::folder || use == file_use::root;
        if (found == folder->inside.end() && !makes) return {0, ENOENT};
        auto& there = folder->inside[name];
        if (!there) there = std::make_shared<node>();
        if (wants_folder && !there->is_folder) return {0, ENOTDIR};
        if (use == file_use::create) there->bytes.clear();
        return opened(there);
    }
    io close(int descriptor) {
        const auto found = at_->open.find(descriptor);
        if (found == at_->open.end()) return {0, EBADF};
        if (found->second->locked_by == descriptor) found->second->locked_by = 0;
        at_->open.erase(found);
        return {};
    }
    io read(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        if (offset >= file->bytes.size()) return {};
        return {static_cast<std::int64_t>(file->bytes.copy(to, size, offset)), 0};
    }
    io write(int descriptor, const char* from, std::size_t size, std::uint64_t offset) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        if (file->bytes.size() < offset + size) file->bytes.resize(offset + size);
        std::copy_n(from, size, file->bytes.data() + offset);
        return {static_cast<std::int64_t>(size), 0};
    }
    io sync(int descriptor) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        if (file->is_folder && at_->promises.syncs_folders) file->synced_inside = file->inside;
        if (!file->is_folder && at_->promises.syncs_files) file->synced_bytes = file->bytes;
        return {};
    }
    io sync_data(int descriptor) { return sync(descriptor); }
    io truncate(int descriptor, std::uint64_t size) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        file->bytes.resize(size);
        return {};
    }
    io size(int descriptor) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        return {static_cast<std::int64_t>(file->bytes.size()), 0};
    }
    io rename(const std::string& from, const std::string& to) {
        auto [folder, name] = find_folder(from);
        auto [target, new_name] = find_folder(to);
        if (!folder || !target || folder->inside.count(name) == 0) return {0, ENOENT};
        auto moved = folder->inside[name];
        folder->inside.erase(name);
        target->inside[new_name] = std::move(moved);
        return {};
    }
    io unlink(const std::string& path) {
        auto [folder, name] = find_folder(path);
        if (!folder || folder->inside.erase(name) == 0) return {0, ENOENT};
        return {};
    }
    io mkdir(const std::string& path) {
        auto [folder, name] = find_folder(path);
        if (!folder) return {0, ENOENT};
        if (!folder->is_folder) return {0, ENOTDIR};
        if (name.empty() || folder->inside.count(name) != 0) return {0, EEXIST};
        folder->inside[name] = std::make_shared<node>();
        folder->inside[name]->is_folder = true;
        return {};
    }
    io rmdir(const std::string& path) { return unlink(path); }
    io list(const std::string& path, std::vector<std::string>& found) {
        auto [folder, name] = find_folder(path + "/.");
        if (!folder) return {0, ENOENT};
        found.clear();
        for (const auto& each : folder->inside) found.push_back(each.first);
        return {};
    }
    io lock(int descriptor) {
        auto* const file = get(descriptor);
        if (file == nullptr) return {0, EBADF};
        if (file->locked_by != 0) return {0, EWOULDBLOCK};
        file->locked_by = descriptor;
        return {};
    }
    time_point now() { return time_point{at_->time}; }
    void sleep(std::chrono::milliseconds by) { advance(by); }
    std::string process() { return "1 simulation"; }

private:
    io opened(node_pointer file) {
        at_->open[at_->next_descriptor] = std::move(file);
        return {at_->next_descriptor++, 0};
    }
    node* get(int descriptor) {
        const auto found = at_->open.find(descriptor);
        return found == at_->open.end() ? nullptr : found->second.get();
    }
    // The folder that a path's last name is in.
    std::pair<node_pointer, std::string> find_folder(const std::string& path) {
        auto at = at_->root;
        std::string name;
        for (std::size_t begin = 0; begin < path.size();) {
            const auto end = (std::min)(path.find('/', begin), path.size());
            if (end > begin) {
                if (!name.empty()) {
                    const auto found = at->inside.find(name);
                    if (found == at->inside.end()) return {nullptr, {}};
                    at = found->second;
                }
                name = path.substr(begin, end - begin);
            }
            begin = end + 1;
        }
        return {at, name};
    }

    static bool holds(const node& at, std::string_view text) {
        if (at.bytes.find(text) != std::string::npos) return true;
        if (at.synced_bytes.find(text) != std::string::npos) return true;
        for (const auto* const entries : {&at.inside, &at.synced_inside})
            for (const auto& each : *entries)
                if (holds(*each.second, text)) return true;
        return false;
    }
    static void restart(node& at, std::mt19937_64& random) {
        at.locked_by = 0;
        if (at.is_folder) {
            // Each entry that is not durable has or has not arrived by chance; one that was
            // renamed has its old or its new name.
            auto kept = at.synced_inside;
            for (const auto& each : at.inside) {
                const auto was = at.synced_inside.find(each.first);
                if (was != at.synced_inside.end() && was->second == each.second) continue;
                const bool arrives = random() % 2 == 0;
                if (arrives) kept[each.first] = each.second;
                for (const auto& old : at.synced_inside)
                    if (old.second == each.second && at.inside.count(old.first) == 0) {
                        if (arrives)
                            kept.erase(old.first);
                        else
                            kept[old.first] = old.second;
                    }
            }
            for (const auto& each : at.synced_inside) {
                const bool renamed =
                    std::any_of(at.inside.begin(), at.inside.end(),
                                [&](const auto& other) { return other.second == each.second; });
                if (!renamed && at.inside.count(each.first) == 0 && random() % 2 == 0)
                    kept.erase(each.first);
            }
            at.inside = at.synced_inside = kept;
            for (auto& each : at.inside) restart(*each.second, random);
            return;
        }
        if (at.bytes == at.synced_bytes) return;
        constexpr std::size_t sector = 64;  // small, so that short tests tear
        const auto longest = (std::max)(at.bytes.size(), at.synced_bytes.size());
        const auto shortest = (std::min)(at.bytes.size(), at.synced_bytes.size());
        auto size = random() % 2 == 0 ? at.bytes.size() : at.synced_bytes.size();
        if (random() % 2 == 0) size = shortest + random() % (longest - shortest + 1);
        std::string now(size, '\0');
        for (std::size_t from = 0; from < size; from += sector) {
            const auto& source = random() % 2 == 0 ? at.bytes : at.synced_bytes;
            if (from < source.size())
                source.copy(now.data() + from, (std::min)(sector, size - from), from);
        }
        at.bytes = at.synced_bytes = now;
    }

    std::shared_ptr<state> at_ = std::make_shared<state>();
};

}  // namespace workmem_test
