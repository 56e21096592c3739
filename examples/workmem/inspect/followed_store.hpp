// The changes of all streams of a store, as one history, and what has come since.
#pragma once

#include "../store.hpp"
#include "followed_stream.hpp"
#include "history.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace workmem_program {

/// Reads a store again and again. Not thread-safe.
class followed_store {
public:
    /// \param stream only this one; all if empty
    /// \param log is told what cannot be read, when that begins
    followed_store(std::string stream, std::ostream& log);

    /// Reads what there is, or has come since. Where that is not what was read with something
    /// behind it, as after an erasure, all is read anew. Throws `workmem::error` where the streams
    /// cannot be listed.
    void read(opened_store& store);

    [[nodiscard]] const store_history& history() const noexcept { return *history_; }
    /// The steps in the order in which they were read.
    [[nodiscard]] const std::vector<history_step>& steps() const noexcept { return steps_; }
    /// The same by time, as a person reads them.
    [[nodiscard]] std::vector<history_step> steps_by_time() const;
    /// How often all was read anew: steps of before are none any more.
    [[nodiscard]] std::size_t rereadings() const noexcept { return rereadings_; }
    /// Takes these for all that cannot be read now.
    void note_all(const std::vector<workmem::error>& problems);

    /// What could not be read the last time, and how often that was something else than before.
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
    [[nodiscard]] std::size_t note_changes() const noexcept { return note_changes_; }

private:
    /// False where all has to be read anew.
    bool read_on(opened_store& store, const std::vector<std::string>& streams,
                 std::vector<workmem::error>& problems);
    std::string stream_;
    unread_parts log_;
    std::unique_ptr<store_history> history_ = std::make_unique<store_history>();
    std::map<std::string, followed_stream> streams_;
    std::vector<history_step> steps_;
    std::vector<std::string> notes_;
    std::size_t rereadings_ = 0, note_changes_ = 0;
};

}  // namespace workmem_program
