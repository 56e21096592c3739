#pragma once

#include <workmem/journal/file/frame_reader.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log_header.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// The snapshots in a stream's folder: one file each, `snapshot-<owner>-<sequence>`, a header
/// frame and the bytes in frames of up to 1 MiB. Not thread-safe.
template <class Files>
class snapshot_files {
    static constexpr std::size_t piece = std::size_t{1} << 20U;

public:
    /// What begins a snapshot, and how many fields follow.
    static constexpr std::string_view kind = "workmem snapshot";
    static constexpr std::size_t fields = 6;

    /// What the name of a snapshot's file says.
    struct name_parts {
        std::string_view owner;
        std::uint64_t sequence = 0;
    };
    [[nodiscard]] static std::optional<name_parts> parse(std::string_view name) {
        if (!name.starts_with("snapshot-")) return {};
        name.remove_prefix(9);
        const auto dash = name.rfind('-');
        if (dash == std::string_view::npos || !is_owner(name.substr(0, dash))) return {};
        const auto sequence = number_of(name.substr(dash + 1));
        if (!sequence) return {};
        return name_parts{name.substr(0, dash), *sequence};
    }

    snapshot_files(Files files, std::string folder)
        : files_{std::move(files)}, folder_{std::move(folder)} {}

    /// Remembers a file of the folder if it is named like a snapshot.
    void note(std::string_view name) {
        if (const auto named = parse(name))
            kept_[std::string{named->owner}].insert(named->sequence);
    }
    /// Whether a file is named like a snapshot and is none that is kept.
    [[nodiscard]] bool is_stray(std::string_view name) const {
        const auto named = parse(name);
        if (!named) return false;
        const auto found = kept_.find(named->owner);
        return found == kept_.end() || found->second.count(named->sequence) == 0;
    }

    /// The newest of an owner that is not above a record.
    [[nodiscard]] std::optional<std::uint64_t> newest(std::string_view owner,
                                                      std::uint64_t at_most) const {
        const auto found = kept_.find(owner);
        if (found == kept_.end()) return {};
        const auto above = found->second.upper_bound(at_most);
        if (above == found->second.begin()) return {};
        return *std::prev(above);
    }

    /// Writes one so that it is there whole or not at all.
    [[nodiscard]] result<void> save(const log_header& log, std::string_view owner,
                                    std::uint64_t sequence, std::string_view bytes, bool syncs) {
        const auto path = path_of(owner, sequence);
        noting noted{kept_[std::string{owner}], sequence};
        auto written = write(path + ".new", log, owner, sequence, bytes);
        if (written) written = put_in_place(files_, *file_, path, syncs);
        file_.reset();
        if (!written) {
            (void)remove_file(files_, path + ".new");
            return written;
        }
        noted.stays = true;
        return syncs ? sync_folder(files_, folder_) : result<void>{};
    }

    [[nodiscard]] result<snapshot> load(const log_header& log, std::string_view owner,
                                        std::uint64_t sequence) {
        const auto path = path_of(owner, sequence);
        auto opened = open_file<Files>::open(files_, path, file_use::read);
        if (!opened) return opened.error();
        const auto size = (*opened)->size();
        if (!size) return io_problem(path, "read its size", size.problem);
        frame_reader<Files> reader{**opened, 0, static_cast<std::uint64_t>(size.value)};
        auto header = read_header(reader, path);
        if (!header) return header.error();
        if (header->stream != log.stream || header->incarnation != log.incarnation ||
            header->owner != owner || header->sequence != sequence)
            return file_problem(path, "a snapshot of another stream, or renamed",
                                "move the file away");
        snapshot out{sequence, {}};
        for (std::uint64_t expected = 1; out.bytes.size() < header->size; ++expected) {
            auto frame = reader.next();
            if (!frame) return frame.error();
            if (!*frame || (*frame)->first != expected)
                return damage(path, reader.offset(), "a piece of the snapshot is broken");
            (*frame)->for_each([&](const record& each) { out.bytes += each.bytes; });
        }
        auto rest = reader.rest();
        if (!rest) return rest.error();
        if (out.bytes.size() != header->size || !rest->empty())
            return damage(path, reader.offset(), "the snapshot is longer than it says");
        return out;
    }

    /// Removes those below a record, except each owner's newest. Stops at the first that cannot be
    /// removed.
    [[nodiscard]] result<void> remove_below(std::uint64_t sequence) {
        for (auto& owned : kept_) {
            auto& kept = owned.second;
            while (kept.size() > 1 && *kept.begin() < sequence) {
                auto removed = remove_file(files_, path_of(owned.first, *kept.begin()));
                if (!removed) return removed;
                kept.erase(kept.begin());
            }
        }
        return {};
    }
    /// Keeps outdated ones no longer; their files become strays.
    void forget(const outdated_snapshots& outdated) noexcept {
        for (auto& owned : kept_)
            if (outdated.owner.empty() || outdated.owner == owned.first)
                owned.second.erase(owned.second.begin(), owned.second.lower_bound(outdated.below));
    }

    /// Keeps no longer what an interrupted rewrite left, adding the names.
    [[nodiscard]] result<void> drop_void(const log_header& log, std::vector<std::string>& dropped) {
        if (log.generation == 0) return {};
        for (auto& owned : kept_) {
            if (!log.outdated_owner.empty() && log.outdated_owner != owned.first) continue;
            for (auto at = owned.second.begin(); at != owned.second.end();) {
                if (*at >= log.outdated_below) break;
                const auto path = path_of(owned.first, *at);
                auto opened = open_file<Files>::open(files_, path, file_use::read);
                if (!opened) return opened.error();
                frame_reader<Files> reader{**opened, 0, piece};
                auto header = read_header(reader, path);
                if (!header) return header.error();
                if (header->generation == log.generation) {
                    ++at;
                    continue;
                }
                dropped.push_back(path.substr(folder_.size() + 1));
                at = owned.second.erase(at);
            }
        }
        return {};
    }

    /// One that is newer than the log, if there is any: its path.
    [[nodiscard]] std::optional<std::string> above(std::uint64_t last) const {
        for (const auto& owned : kept_)
            if (!owned.second.empty() && *owned.second.rbegin() > last)
                return path_of(owned.first, *owned.second.rbegin());
        return {};
    }
    [[nodiscard]] bool empty() const noexcept { return kept_.empty(); }

private:
    // Takes a new note back, unless the file got its name.
    struct noting {
        noting(std::set<std::uint64_t>& in, std::uint64_t sequence) : kept{in} {
            const auto noted = kept.insert(sequence);
            at = noted.first;
            stays = !noted.second;
        }
        noting(const noting&) = delete;
        noting& operator=(const noting&) = delete;
        ~noting() {
            if (!stays) kept.erase(at);
        }
        std::set<std::uint64_t>& kept;
        std::set<std::uint64_t>::iterator at{};
        bool stays = false;
    };

    struct snapshot_header {
        std::string stream, incarnation, owner;
        std::uint64_t generation = 0, sequence = 0, size = 0;
    };

    [[nodiscard]] std::string path_of(std::string_view owner, std::uint64_t sequence) const {
        return folder_ + "/snapshot-" + std::string{owner} + '-' + std::to_string(sequence);
    }

    [[nodiscard]] result<void> write(const std::string& path, const log_header& log,
                                     std::string_view owner, std::uint64_t sequence,
                                     std::string_view bytes) {
        auto opened = open_file<Files>::open(files_, path, file_use::create);
        if (!opened) return opened.error();
        file_ = std::move(*opened);
        std::string out;
        append_file_header(out, kind, 0,
                           {log.stream, log.incarnation, owner, std::to_string(log.generation),
                            std::to_string(sequence), std::to_string(bytes.size())});
        std::uint64_t offset = 0;
        for (std::uint64_t first = 1;; ++first) {
            const std::array<std::string_view, 1> part{bytes.substr(0, piece)};
            bytes.remove_prefix(part[0].size());
            if (!part[0].empty()) append_frame(out, batch_magic, first, 0, part);
            if (const auto done = file_->write(out, offset); !done)
                return io_problem(path, "write it", done.problem);
            offset += out.size();
            out.clear();
            if (bytes.empty()) return {};
        }
    }

    [[nodiscard]] static result<snapshot_header> read_header(frame_reader<Files>& reader,
                                                             const std::string& path) {
        auto read = read_file_header(reader, path, kind, fields);
        if (!read) return read.error();
        auto& said = read->fields;
        const auto generation = number_of(said[3]), sequence = number_of(said[4]),
                   size = number_of(said[5]);
        if (!generation || !sequence || !size) return damage(path, 0, "its header makes no sense");
        return snapshot_header{std::move(said[0]), std::move(said[1]), std::move(said[2]),
                               *generation,        *sequence,          *size};
    }

    Files files_;
    std::string folder_;
    file_pointer<Files> file_;  // being written
    std::map<std::string, std::set<std::uint64_t>, std::less<>> kept_;
};

}  // namespace workmem::journal
