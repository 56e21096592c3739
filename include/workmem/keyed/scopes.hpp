#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/keyed/keyed_store.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace workmem {

/// The name under which a scope's key is known: texts and whole numbers stand for themselves; a key
/// of another type brings a `scope_name(key)` of its own, which tells all keys apart.
[[nodiscard]] inline std::string scope_name(std::string_view key) { return std::string{key}; }
template <std::integral Key>
[[nodiscard]] std::string scope_name(Key key) {
    return std::to_string(key);
}

struct scope_options {
    /// Memories that stay open at most, beyond those that somebody holds; what is used least
    /// recently goes first. Without a journal all stay, because they are nowhere else.
    std::size_t max_resident = 1'000;
    std::string prefix = "scope/";  ///< of the streams
    std::string first = "default";  ///< the key that is current where there is none yet
};

/// A key, and when its memory changed last; no time where nothing is recorded.
struct scope_summary {
    std::string name;
    std::optional<timestamp> changed{};
};

/// Many memories of one kind by key, one for each tenant, user, agent or session. Each is opened
/// when it is asked for, in a stream of its own, `<prefix><key>`; nothing that takes time is done
/// under a lock, and who asks for one key waits for nobody who asks for another.
///
///     workmem::scopes<workmem::agent_memory> agents;
///     agents.at("ann")->hear(workmem::role::user, text);
///
/// What is handed out stays usable while it is held; hold it no longer than for a call where many
/// keys are in use. Neither copyable nor movable. Thread-safe where the memory has a real mutex.
template <class Memory, class Key = std::string>
class scopes {
public:
    using memory_type = Memory;
    using key_type = Key;
    using pointer = std::shared_ptr<Memory>;
    using parts = typename Memory::parts;
    using options_type = typename Memory::options_type;

    /// `with` is for all of them, but for the stream it names.
    explicit scopes(options_type options = {}, parts with = {}, scope_options how = {})
        : options_{std::move(options)}, with_{std::move(with)}, how_{std::move(how)} {}
    scopes(const scopes&) = delete;
    scopes& operator=(const scopes&) = delete;

    /// The memory of a key; empty where there was none. Errors: those of opening it.
    [[nodiscard]] pointer at(const Key& key) { return try_at(key).value(); }
    result<pointer> try_at(const Key& key);
    /// Whether there is a memory of that key, open or stored. Errors: `storage_error`.
    [[nodiscard]] bool contains(const Key& key) { return try_contains(key).value(); }
    result<bool> try_contains(const Key& key);
    /// The names of all keys, open or stored, in order. Errors: `storage_error`. O(streams).
    [[nodiscard]] std::vector<std::string> names() { return try_names().value(); }
    result<std::vector<std::string>> try_names();
    /// The name of the key that a person or a model means: it, or how it alone begins (4 characters
    /// or more). Errors: `not_found`, `validation_error` where several begin so, `storage_error`.
    /// O(streams).
    result<std::string> try_identify(std::string_view said);
    /// The same with the time of their last change, the newest first; those without come last, by
    /// their last use. Errors: `storage_error`. O(streams), and one record of each.
    [[nodiscard]] std::vector<scope_summary> list() { return try_list().value(); }
    result<std::vector<scope_summary>> try_list();
    /// The name of the key that is meant where none is named: the one that changed last, whoever
    /// changed it. Errors and cost as for `list`.
    [[nodiscard]] std::string current() { return try_current().value(); }
    result<std::string> try_current();
    /// How many are open.
    [[nodiscard]] std::size_t resident() const { return open_.keys().size(); }
    /// Takes a memory out with all that is stored of it; true if there was one. Who holds it may go
    /// on using it, but changes are refused. May be repeated after an error. Errors:
    /// `storage_error`; `conflict` where it is being opened by a caller of this one.
    bool erase(const Key& key) { return try_erase(key).value(); }
    result<bool> try_erase(const Key& key);
    /// What has expired leaves the memories that are open; how much. The others hand out nothing,
    /// and pass over what has expired when they are opened. Errors: the first; the others are swept
    /// all the same.
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep();
    /// Records touches of the memories that are open. Errors as for `sweep`.
    void flush() { try_flush().value(); }
    result<void> try_flush();

private:
    using mutex_type = typename Memory::policies::mutex;
    static constexpr bool is_stored =
        journal::full_engine_policy<typename Memory::policies::journal>;

    // A memory with a mutex cannot be moved to where it is held.
    struct opened_memory {
        template <class Make>
        explicit opened_memory(Make&& make) : is{make()} {}
        result<Memory> is;
    };

    [[nodiscard]] std::string stream_of(const std::string& name) const {
        return how_.prefix + name;
    }
    result<pointer> open(const std::string& name);
    void note_use(const std::string& name);
    // Lets those go that were used least recently, and with them a few more, so that this is
    // seldom.
    void make_room();
    template <class Call>
    result<void> for_all(Call&& call);

    options_type options_;
    parts with_;
    scope_options how_;
    keyed_store<Memory, mutex_type> open_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable mutex_type mutex_;
    std::unordered_map<std::string, std::uint64_t, detail::text_hash> used_;  // when last
    std::uint64_t uses_ = 0;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/keyed/scopes.ipp>
#endif
