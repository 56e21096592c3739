#include "catch.hpp"

#include <workmem/locking/lock.hpp>

#include <mutex>
#include <shared_mutex>

static_assert(!workmem::locks<workmem::null_mutex>);
static_assert(workmem::locks<std::mutex>);
static_assert(workmem::basic_lockable<workmem::null_mutex>);
static_assert(workmem::basic_lockable<std::shared_mutex>);
static_assert(!workmem::basic_lockable<int>);

TEST_CASE("readers share a mutex that can be shared", "[locking]") {
    std::shared_mutex mutex;
    {
        const workmem::read_lock one{mutex};
        CHECK(mutex.try_lock_shared());
        mutex.unlock_shared();
        CHECK_FALSE(mutex.try_lock());
    }
    {
        const workmem::write_lock one{mutex};
        CHECK_FALSE(mutex.try_lock_shared());
    }
    CHECK(mutex.try_lock());
    mutex.unlock();
}

TEST_CASE("a plain mutex serves readers one at a time", "[locking]") {
    struct counting {
        int locked = 0;
        void lock() { ++locked; }
        void unlock() { --locked; }
    } mutex;
    {
        const workmem::read_lock one{mutex};
        CHECK(mutex.locked == 1);
    }
    CHECK(mutex.locked == 0);
}

TEST_CASE("the null mutex is always free", "[locking]") {
    workmem::null_mutex mutex;
    const workmem::write_lock one{mutex};
    CHECK(mutex.try_lock());
    CHECK(mutex.try_lock_shared());
}
