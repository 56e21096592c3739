#include "spool.hpp"

#include "places.hpp"

#include "../store.hpp"

#include <workmem/text/quote.hpp>

#include <cstring>
#include <random>
#include <set>
#include <system_error>
#include <vector>

namespace workmem_program {
namespace {

workmem::error cannot_write(const std::string& path, int problem) {
    return {workmem::error_code::storage_error,
            "cannot write " + workmem::text::quoted(path) + ": " + std::strerror(problem)};
}

std::uint64_t new_id() {
    std::random_device dice;
    return (std::uint64_t{dice()} << 32U) | dice();
}

}  // namespace

std::filesystem::path spool_folder(const std::string& store) {
    constexpr auto ending = ".spool";
    if (is_server(store)) {
        const auto folder = data_folder();
        return folder.empty() ? folder : folder / ("server-" + detail::hash_of(store, 12) + ending);
    }
    auto path = std::filesystem::path{sqlite_file(store).value_or(store)}.lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    if (path.empty()) return path;
    path += ending;
    return path;
}

std::vector<event_spool> spools_of(const std::string& store) {
    const auto folder = spool_folder(store);
    std::error_code problem;
    std::set<std::string> keys;
    for (std::filesystem::directory_iterator each{folder, problem}, end; !problem && each != end;
         each.increment(problem))
        keys.insert(each->path().stem().string());
    std::vector<event_spool> out;
    for (const auto& key : keys) out.emplace_back(folder, key);
    return out;
}

workmem::result<void> event_spool::add(std::string_view event) const {
    const auto id = digits_of(new_id(), id_digits);
    const auto line = "\n+ " + id + ' ' + checksum_of(id, event) + ' ' + std::string{event} + '\n';
    if (event.size() > most_event)
        return workmem::error{workmem::error_code::capacity,
                              "an event may have " + std::to_string(most_event) +
                                  " bytes, and has " + std::to_string(event.size())};
    if (folder_.empty())
        return workmem::error{workmem::error_code::storage_error,
                              "HOME says no folder for what hooks see"};
    // The folder of the store is the store's to make.
    if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST)
        return cannot_write(folder_.string(), errno);
    // Each time another one has begun to drain the file that was opened.
    for (int tries = 0; tries < 100; ++tries) {
        const open_file file{events_, O_WRONLY | O_APPEND | O_CREAT};
        if (!file) return cannot_write(events_, errno);
        if (!file.try_lock(LOCK_SH) || !file.is_at(events_)) continue;
        struct stat is {};
        if (::fstat(file.get(), &is) != 0) return cannot_write(events_, errno);
        // Whatever the umask.
        if ((is.st_mode & 0777U) != 0600) (void)::fchmod(file.get(), 0600);
        if (static_cast<std::size_t>(is.st_size) + line.size() > most_bytes)
            return workmem::error{workmem::error_code::capacity,
                                  "the spool is full: " + std::to_string(is.st_size) +
                                      " bytes of events wait to be recorded"};
        ssize_t written = -1;
        do written = ::write(file.get(), line.data(), line.size());
        while (written < 0 && errno == EINTR);
        if (written == static_cast<ssize_t>(line.size())) return {};
        return cannot_write(events_, written < 0 ? errno : ENOSPC);
    }
    return cannot_write(events_, EBUSY);
}

}  // namespace workmem_program
