#pragma once

#include <workmem/journal/file/error.hpp>
#include <workmem/journal/file/frame.hpp>
#include <workmem/journal/file/frame_reader.hpp>
#include <workmem/result.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

/// The newest format of logs and snapshots that this code writes and reads.
inline constexpr std::uint64_t file_format = 1;

/// What the first frame of a log says.
struct log_header {
    std::string stream{};
    std::string purpose{};
    std::string incarnation{};
    std::uint64_t oldest = 0;      ///< records up to this one are forgotten
    std::uint64_t generation = 0;  ///< how often the log was rewritten
    /// Snapshots of earlier generations, of this owner or of all if it is empty, below this record
    /// are void: a rewrite that was interrupted left them.
    std::string outdated_owner{};
    std::uint64_t outdated_below = 0;
    /// Whether the folders above were synced before the log was made, so that opening need not.
    bool folders_durable = false;
    /// Whether whoever writes the log closes it; those of older versions did not.
    bool is_closed_by_writers = false;
};

[[nodiscard]] inline std::optional<std::uint64_t> number_of(std::string_view text) noexcept {
    std::uint64_t value = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (text.empty() || read.ec != std::errc{} || read.ptr != end) return {};
    return value;
}

/// The first frame of a file: what kind of file it is ("workmem log"), its format, and more.
inline void append_file_header(std::string& out, std::string_view kind, std::uint64_t first,
                               std::initializer_list<std::string_view> fields) {
    const auto format = std::to_string(file_format);
    std::vector<std::string_view> records{kind, format};
    records.insert(records.end(), fields);
    append_frame(out, header_magic, first, 0, records);
}

/// What stands in a first frame, after kind and format.
struct file_header {
    std::uint64_t first = 0;
    std::vector<std::string> fields{};
};

/// Reads and judges the first frame of a file with at least `fields` fields.
template <class Files>
[[nodiscard]] result<file_header> read_file_header(frame_reader<Files>& reader,
                                                   const std::string& path, std::string_view kind,
                                                   std::size_t fields) {
    auto frame = reader.next(header_magic);
    if (!frame) return frame.error();
    if (!*frame) {
        auto rest = reader.rest();
        if (!rest) return rest.error();
        if (rest->size() >= 4 && detail::load_little<std::uint32_t>(rest->data()) == header_magic)
            return damage(path, 0, "its header is broken");
        return file_problem(path, "not a file of workmem",
                            "choose another folder, or move the file away");
    }
    file_header header{(*frame)->first, {}};
    (*frame)->for_each([&](const record& each) { header.fields.emplace_back(each.bytes); });
    if (header.fields.size() < 2 || header.fields[0] != kind)
        return file_problem(path, "not a " + std::string{kind},
                            "choose another folder, or move the file away");
    const auto format = number_of(header.fields[1]);
    if (format && *format > file_format)
        return file_problem(path,
                            "written in format " + header.fields[1] + ", newer than the " +
                                std::to_string(file_format) + " that is understood here",
                            "use a newer version of workmem");
    header.fields.erase(header.fields.begin(), header.fields.begin() + 2);
    if (format != file_format || header.fields.size() < fields)
        return damage(path, 0, "its header makes no sense");
    return header;
}

/// What begins a log, and how many fields follow; later versions add more.
inline constexpr std::string_view log_kind = "workmem log";
inline constexpr std::size_t log_fields = 7;

inline void append_log_header(std::string& out, const log_header& header) {
    append_file_header(
        out, log_kind, header.oldest + 1,
        {header.stream, header.purpose, header.incarnation, std::to_string(header.generation),
         header.outdated_owner, std::to_string(header.outdated_below),
         header.folders_durable ? "1" : "0", header.is_closed_by_writers ? "1" : "0"});
}

template <class Files>
[[nodiscard]] result<log_header> read_log_header(frame_reader<Files>& reader,
                                                 const std::string& path) {
    auto read = read_file_header(reader, path, log_kind, log_fields);
    if (!read) return read.error();
    auto& fields = read->fields;
    const auto generation = number_of(fields[3]), below = number_of(fields[5]);
    if (!generation || !below || read->first == 0)
        return damage(path, 0, "its header makes no sense");
    return log_header{std::move(fields[0]),
                      std::move(fields[1]),
                      std::move(fields[2]),
                      read->first - 1,
                      *generation,
                      std::move(fields[4]),
                      *below,
                      fields[6] == "1",
                      fields.size() > 7 && fields[7] == "1"};
}

}  // namespace workmem::journal
