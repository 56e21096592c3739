// `ranking::bm25` beside SQLite's FTS5 with its Porter tokenizer, both in memory.

#include "texts.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/ranking/bm25.hpp>

#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace {

const bench::made_up_texts& texts(std::size_t count) {
    static std::map<std::size_t, bench::made_up_texts> made;
    return made.try_emplace(count, count).first->second;
}

// Queries by how many of the documents hold their words: one in thousands, one in hundreds, one in
// ten, and a question of three words that differ.
enum class words { rare, mid, common, question };

std::string query(words which, std::size_t documents) {
    using made_up = bench::made_up_texts;
    switch (which) {
        case words::rare: return made_up::word(documents < 10'000 ? 2'000 : 8'000);
        case words::mid: return made_up::word(300);
        case words::common: return made_up::word(3);
        case words::question: break;
    }
    return made_up::word(10) + " " + made_up::word(500) + " " + query(words::rare, documents);
}

class fts5 {
public:
    fts5() {
        sqlite3_open(":memory:", &database_);
        run("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='porter unicode61')");
        insert_ = prepare("INSERT INTO t(rowid, body) VALUES (?, ?)");
        search_ = prepare("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10");
    }
    fts5(const fts5&) = delete;
    fts5& operator=(const fts5&) = delete;
    ~fts5() {
        sqlite3_finalize(insert_);
        sqlite3_finalize(search_);
        sqlite3_close(database_);
    }
    void run(const char* sql) {
        if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
    }
    void add(std::size_t number, const std::string& text) {
        sqlite3_bind_int64(insert_, 1, static_cast<sqlite3_int64>(number));
        sqlite3_bind_text(insert_, 2, text.data(), static_cast<int>(text.size()), nullptr);
        if (sqlite3_step(insert_) != SQLITE_DONE) std::abort();
        sqlite3_reset(insert_);
    }
    std::size_t search(const std::string& match) {
        sqlite3_bind_text(search_, 1, match.data(), static_cast<int>(match.size()), nullptr);
        std::size_t found = 0;
        while (sqlite3_step(search_) == SQLITE_ROW)
            found += sqlite3_column_int64(search_, 0) >= 0 ? 1U : 0U;
        sqlite3_reset(search_);
        return found;
    }

private:
    sqlite3_stmt* prepare(const char* sql) {
        sqlite3_stmt* out = nullptr;
        if (sqlite3_prepare_v2(database_, sql, -1, &out, nullptr) != SQLITE_OK) std::abort();
        return out;
    }
    sqlite3* database_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
    sqlite3_stmt* search_ = nullptr;
};

const workmem::ranking::bm25& filled_bm25(std::size_t count) {
    static std::map<std::size_t, workmem::ranking::bm25> filled;
    auto& index = filled[count];
    if (index.size() == 0) {
        std::uint32_t slot = 0;
        for (const auto& each : texts(count).all()) {
            index.add(slot, {each, {}, slot});
            ++slot;
        }
    }
    return index;
}

fts5& filled_fts5(std::size_t count) {
    static std::map<std::size_t, std::unique_ptr<fts5>> filled;
    auto& index = filled[count];
    if (!index) {
        index = std::make_unique<fts5>();
        index->run("BEGIN");
        std::size_t number = 0;
        for (const auto& each : texts(count).all()) index->add(++number, each);
        index->run("COMMIT");
    }
    return *index;
}

template <words Which>
void remember_bm25(benchmark::State& state) {
    const auto documents = static_cast<std::size_t>(state.range(0));
    const auto& index = filled_bm25(documents);
    const auto asked = query(Which, documents);
    if (index.search(asked, 10).hits.empty()) state.SkipWithError("nothing is found");
    for (auto _ : state) benchmark::DoNotOptimize(index.search(asked, 10));
}
struct flat_counter {
    std::size_t operator()(std::string_view text) const noexcept { return text.size() / 4; }
};
struct flat_policies : workmem::default_policies {
    using tokens = flat_counter;
};

// The verb of a store: the search, copies of what is found, and its use noted.
template <words Which>
void remember_store(benchmark::State& state) {
    using store_type = workmem::basic_bounded_store<flat_policies>;
    const auto documents = static_cast<std::size_t>(state.range(0));
    static std::map<std::size_t, store_type> filled;
    const auto limit = static_cast<std::int64_t>(documents);
    auto& store =
        filled
            .try_emplace(documents, workmem::bounded_options{.max_items = limit,
                                                             .max_tokens = std::int64_t{1} << 31})
            .first->second;
    if (store.empty())
        for (const auto& each : texts(documents).all()) store.memorize(each);
    const auto asked = query(Which, documents);
    if (store.remember(asked, 10).empty()) state.SkipWithError("nothing is found");
    for (auto _ : state) benchmark::DoNotOptimize(store.remember(asked, 10));
}
template <words Which>
void remember_fts5(benchmark::State& state) {
    const auto documents = static_cast<std::size_t>(state.range(0));
    auto& index = filled_fts5(documents);
    auto asked = query(Which, documents);
    for (std::size_t at = 0; (at = asked.find(' ', at)) != std::string::npos; at += 4)
        asked.replace(at, 1, " OR ");
    if (index.search(asked) == 0) state.SkipWithError("nothing is found");
    for (auto _ : state) benchmark::DoNotOptimize(index.search(asked));
}

// Filling an index with all documents; the time is that of all of them. Ours also says how many
// bytes it takes per byte of text.
void index_bm25(benchmark::State& state) {
    const auto& all = texts(static_cast<std::size_t>(state.range(0)));
    std::size_t memory = 0;
    for (auto _ : state) {
        workmem::ranking::bm25 index;
        std::uint32_t slot = 0;
        for (const auto& each : all.all()) {
            index.add(slot, {each, {}, slot});
            ++slot;
        }
        memory = index.memory();
    }
    state.counters["per_text"] = static_cast<double>(memory) / static_cast<double>(all.bytes());
}
void index_fts5(benchmark::State& state) {
    const auto& all = texts(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        fts5 index;
        index.run("BEGIN");
        std::size_t number = 0;
        for (const auto& each : all.all()) index.add(++number, each);
        index.run("COMMIT");
    }
}

// With WORKMEM_BENCHMARK_TEXTS=FILE the first 1,000 texts and the queries go there, a line each,
// for ranking_minisearch.mjs.
[[maybe_unused]] const bool written = [] {
    const char* const path = std::getenv("WORKMEM_BENCHMARK_TEXTS");
    if (path == nullptr) return false;
    std::ofstream out{path};
    for (const auto which : {words::rare, words::mid, words::common, words::question})
        out << query(which, 1'000) << '\n';
    for (const auto& each : texts(1'000).all()) out << each << '\n';
    return true;
}();

BENCHMARK(remember_bm25<words::rare>)->Name("remember<rare_bm25>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_store<words::rare>)->Name("remember<rare_store>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_fts5<words::rare>)->Name("remember<rare_fts5>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_bm25<words::mid>)->Name("remember<mid_bm25>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_store<words::mid>)->Name("remember<mid_store>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_fts5<words::mid>)->Name("remember<mid_fts5>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_bm25<words::common>)->Name("remember<common_bm25>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_store<words::common>)->Name("remember<common_store>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_fts5<words::common>)->Name("remember<common_fts5>")->Arg(1'000)->Arg(100'000);
BENCHMARK(remember_bm25<words::question>)
    ->Name("remember<question_bm25>")
    ->Arg(1'000)
    ->Arg(100'000);
BENCHMARK(remember_fts5<words::question>)
    ->Name("remember<question_fts5>")
    ->Arg(1'000)
    ->Arg(100'000);
BENCHMARK(index_bm25)->Name("index<bm25>")->Arg(1'000)->Arg(100'000);
BENCHMARK(index_fts5)->Name("index<fts5>")->Arg(1'000)->Arg(100'000);

}  // namespace
