// SQLite's way to the disk with calls that fail when told to. The first use makes it the default of
// this program. For one thread.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <cstring>

namespace workmem_test {

class faulty_vfs {
public:
    enum class call : std::uint8_t { none, write, sync, truncate, shared_memory, any };

    // The `nth` call of this kind from now, or all from that one on, answer `code`; 0: only count.
    static void fail(call kind, std::uint64_t nth, int code, bool for_good) {
        register_once();
        plan() = {kind, nth, code, for_good, 0, false};
    }
    // How many calls of the kind there were; whether one failed.
    struct seen {
        std::uint64_t calls;
        bool failed;
    };
    static seen stop() {
        const seen out{plan().calls, plan().failed};
        plan() = {};
        return out;
    }

private:
    struct plan_type {
        call kind = call::none;
        std::uint64_t at = 0;
        int code = SQLITE_OK;
        bool for_good = false;
        std::uint64_t calls = 0;
        bool failed = false;
    };
    struct file {
        sqlite3_file base;
        sqlite3_file* real;
    };

    static plan_type& plan() {
        static plan_type now;
        return now;
    }
    static sqlite3_vfs*& real() {
        static sqlite3_vfs* found = sqlite3_vfs_find(nullptr);
        return found;
    }
    static sqlite3_file* real(sqlite3_file* of) { return reinterpret_cast<file*>(of)->real; }

    template <class Call>
    static int attempt(call kind, Call&& run) {
        auto& now = plan();
        if (now.kind != kind && now.kind != call::any) return run();
        const auto count = ++now.calls;
        const bool due = now.for_good ? count >= now.at : count == now.at;
        if (now.at == 0 || !due) return run();
        now.failed = true;
        return now.code;
    }

    static const sqlite3_io_methods& methods() {
        static const sqlite3_io_methods all = [] {
            sqlite3_io_methods m{};
            m.iVersion = 2;
            m.xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); };
            m.xRead = [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
                return real(f)->pMethods->xRead(real(f), to, size, at);
            };
            m.xWrite = [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
                return attempt(call::write,
                               [=] { return real(f)->pMethods->xWrite(real(f), from, size, at); });
            };
            m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
                return attempt(call::truncate,
                               [=] { return real(f)->pMethods->xTruncate(real(f), size); });
            };
            m.xSync = [](sqlite3_file* f, int flags) {
                return attempt(call::sync,
                               [=] { return real(f)->pMethods->xSync(real(f), flags); });
            };
            m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) {
                return real(f)->pMethods->xFileSize(real(f), size);
            };
            m.xLock = [](sqlite3_file* f, int how) {
                return real(f)->pMethods->xLock(real(f), how);
            };
            m.xUnlock = [](sqlite3_file* f, int how) {
                return real(f)->pMethods->xUnlock(real(f), how);
            };
            m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
                return real(f)->pMethods->xCheckReservedLock(real(f), out);
            };
            m.xFileControl = [](sqlite3_file* f, int what, void* value) {
                return real(f)->pMethods->xFileControl(real(f), what, value);
            };
            m.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
            m.xDeviceCharacteristics = [](sqlite3_file* f) {
                return real(f)->pMethods->xDeviceCharacteristics(real(f));
            };
            m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** at) {
                return attempt(call::shared_memory, [=] {
                    return real(f)->pMethods->xShmMap(real(f), page, size, extend, at);
                });
            };
            m.xShmLock = [](sqlite3_file* f, int from, int count, int flags) {
                return real(f)->pMethods->xShmLock(real(f), from, count, flags);
            };
            m.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
            m.xShmUnmap = [](sqlite3_file* f, int remove) {
                return real(f)->pMethods->xShmUnmap(real(f), remove);
            };
            return m;
        }();
        return all;
    }

    static int open(sqlite3_vfs*, const char* name, sqlite3_file* f, int flags, int* out) {
        auto* const ours = reinterpret_cast<file*>(f);
        ours->base.pMethods = nullptr;
        ours->real = reinterpret_cast<sqlite3_file*>(ours + 1);
        const auto code = real()->xOpen(real(), name, ours->real, flags, out);
        if (ours->real->pMethods != nullptr) ours->base.pMethods = &methods();
        return code;
    }

    static void register_once() {
        static sqlite3_vfs made = [] {
            sqlite3_vfs copy = *real();
            copy.zName = "faulty";
            copy.pNext = nullptr;
            copy.szOsFile = static_cast<int>(sizeof(file)) + real()->szOsFile;
            copy.xOpen = &open;
            return copy;
        }();
        static const int registered = sqlite3_vfs_register(&made, 1);
        (void)registered;
    }
};

}  // namespace workmem_test
