#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/error.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace workmem {

/// Open memories by key. What others call a loading cache with single flight: a memory is opened
/// when it is first asked for, once, however many threads ask. It is no cache, though: nothing is
/// evicted by itself, because two open memories on one stream would not see each other's changes; a
/// memory goes when its owner says so, who may ask which ones nobody has used for longest.
///
/// Opening replays a journal, which takes long. So neither that nor anything else that is handed in
/// runs under the store's lock (but for `is_done`): who asks for a key that is being opened or
/// closed waits for that key alone, everybody else for nobody. Keys may come from strangers: they
/// cannot choose them so that they collide.
///
/// Who opens or closes a key waits for no other one: a call from inside that would have to is a
/// `conflict`, so nobody waits for himself, nor two for each other.
///
/// Neither copyable nor movable. Thread-safe where `Mutex` is; with `null_mutex` nothing waits.
template <class Memory, class Mutex>
class keyed_store {
public:
    using pointer = std::shared_ptr<Memory>;

    enum class opener : std::uint8_t {
        earlier_call,
        concurrent_call,  ///< for which this one waited
        this_call
    };
    struct found {
        pointer memory{};  ///< none where there is none
        opener by = opener::this_call;
    };

    keyed_store() = default;
    keyed_store(const keyed_store&) = delete;
    keyed_store& operator=(const keyed_store&) = delete;

    /// The open memory of that key, or nothing; waits for nothing.
    [[nodiscard]] pointer get(const std::string& key) const;
    /// The open memory of that key, or the one that `make()` answers, a `result<pointer>`, which
    /// may also be null: there is none. An error, an exception and null are the answer of the call
    /// whose `make` it was, and leave no trace; who waited tries with his own.
    template <class Make>
    result<found> open(const std::string& key, Make&& make);
    /// Nobody gets or opens the memory of that key while `remove()`, a `result<bool>`, makes away
    /// with what it is opened from. If that says true, the memory is not known any more, else all
    /// is as it was. Who holds the memory already may go on using it meanwhile.
    template <class Remove>
    result<bool> close(const std::string& key, Remove&& remove);
    /// The key is not open any more, if it is this memory that is; whether it was.
    bool drop(const std::string& key, const pointer& which);
    /// Gives the memory back, which leaves the store if nobody else holds it and `is_done(memory)`.
    /// Of several who do so the last one finds it unused. `is_done` runs under the lock: it may
    /// look at the memory only. Whether it left.
    template <class IsDone>
    bool let_go(const std::string& key, pointer memory, IsDone&& is_done);
    /// Where more than `most` memories are open, and nobody holds them, the keys of those that were
    /// not got for longest: so many that an eighth of the places is free if all are closed. Between
    /// two openings nothing is older. O(keys) where they are too many.
    [[nodiscard]] std::vector<std::string> unused_beyond(std::size_t most) const;
    /// The keys that are open, and others, such as those of the streams in a journal: in order,
    /// each once. O(keys · log keys).
    [[nodiscard]] std::vector<std::string> keys(std::vector<std::string> others = {}) const;
    /// Calls `call(memory)` for each memory that is open now, in the order of the keys.
    template <class Call>
    void for_each(Call&& call) const;

private:
    // A key that somebody opens or closes. The latch is locked from before it can be seen until
    // after that has ended; a lock of the store's own kind, because it costs nothing where that
    // does not.
    struct held_key {
        explicit held_key(const std::string& which) : key{which} {}
        std::string key;
        const void* by = this_thread();
        WORKMEM_NO_UNIQUE_ADDRESS Mutex latch;
    };
    // Holds a key, if that could begin.
    class hold {
    public:
        hold(keyed_store& in, const std::string& key)
            : store_{in}, held_{std::make_shared<held_key>(key)}, latched_{held_->latch} {}
        hold(const hold&) = delete;
        hold& operator=(const hold&) = delete;
        ~hold();
        // False if others hold the key, or have opened one that was to be absent.
        bool begin(bool absent);
        // End it with a memory that everybody gets, or none.
        void publish(const pointer& memory);
        void forget();

    private:
        void end() noexcept;

        keyed_store& store_;
        std::shared_ptr<held_key> held_;
        write_lock<Mutex> latched_;
        bool begun_ = false;
    };
    // An address that no other thread has: <thread> is dear to include.
    [[nodiscard]] static const void* this_thread() noexcept {
        thread_local const char mark{};
        return &mark;
    }
    struct opened {
        opened(pointer which, std::uint64_t at) : memory{std::move(which)}, used{at} {}
        pointer memory;
        mutable std::atomic<std::uint64_t> used;  // at which opening it was got last
    };
    // Under the lock.
    [[nodiscard]] std::shared_ptr<held_key> holder(const std::string& key) const;
    [[nodiscard]] std::optional<error> problem_of_waiting(const held_key& wanted) const;
    // Waits until nobody holds the key; whether it had to.
    result<bool> wait(const std::string& key) const;

    WORKMEM_NO_UNIQUE_ADDRESS mutable Mutex mutex_;
    std::unordered_map<std::string, opened, detail::text_hash> open_;
    std::uint64_t openings_ = 0;
    std::vector<std::shared_ptr<held_key>> held_;  // at most one or two a thread
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/keyed/keyed_store.ipp>
#endif
