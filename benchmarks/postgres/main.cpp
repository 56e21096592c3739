// workmem_benchmark_postgres [SECONDS [URL]]: durable appends a second to a PostgreSQL server, its
// own or another, beside a bare libpq client that inserts the same rows; batches; processes on one
// stream and on one each.
#include "postgres_server.hpp"

#include <workmem_postgres/postgres.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using workmem::journal::append_status;
using workmem::journal::postgres;

const std::string change =
    R"({"kind":"entity.put","at":1764066000000,"observation":1,"entities":[{"type":"page","id":"p-12",)"
    R"("name":"About us","fields":{"url":"/about","state":"draft"}}],"actor":"agent-1",)"
    R"("key":"0123456789abcdef0123456789abcdef"})";

double seconds_since(clock_type::time_point begin) {
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

postgres open(const std::string& url) {
    auto opened = postgres::open(url);
    if (opened) return *opened;
    std::fprintf(stderr, "%s\n", opened.error().what());
    std::exit(2);
}

// Changes a second of `step(n)`, which records `each` of them.
template <class Step>
double rate(double seconds, int each, Step&& step) {
    const auto begin = clock_type::now();
    std::uint64_t done = 0;
    while (seconds_since(begin) < seconds) {
        step(done);
        done += static_cast<std::uint64_t>(each);
    }
    return static_cast<double>(done) / seconds_since(begin);
}

class bare_client {
public:
    explicit bare_client(const std::string& url) : to_{PQconnectdb(url.c_str())} {
        run("CREATE TABLE IF NOT EXISTS bare(stream_id bigint NOT NULL, sequence bigint NOT NULL, "
            "bytes bytea NOT NULL, PRIMARY KEY(stream_id, sequence))");
        run("TRUNCATE bare");
        PQclear(PQprepare(to_, "add", "INSERT INTO bare VALUES(1, $1::bigint, $2)", 0, nullptr));
    }
    bare_client(const bare_client&) = delete;
    bare_client& operator=(const bare_client&) = delete;
    ~bare_client() { PQfinish(to_); }
    void insert(std::uint64_t sequence) {
        const auto number = std::to_string(sequence);
        const char* values[]{number.c_str(), change.c_str()};
        const int sizes[]{0, static_cast<int>(change.size())}, formats[]{0, 1};
        auto* const answer = PQexecPrepared(to_, "add", 2, values, sizes, formats, 1);
        if (PQresultStatus(answer) != PGRES_COMMAND_OK) std::exit(3);
        PQclear(answer);
    }
    void run(const char* text) { PQclear(PQexec(to_, text)); }

private:
    PGconn* to_;
};

// All changes a second of `count` processes that append where their stream ends.
double contend(const std::string& url, double seconds, int count, bool in_one, double& conflicts) {
    int pipe[2];
    if (::pipe(pipe) != 0) std::exit(4);
    for (int i = 0; i < count; ++i) {
        if (::fork() != 0) continue;
        auto journal = open(url);
        const auto stream = in_one ? "one of " + std::to_string(count)
                                   : std::to_string(i) + " of " + std::to_string(count);
        std::uint64_t last = 0;
        const std::string_view lines[]{change};
        const double mine = rate(seconds, 1, [&](std::uint64_t) {
            while (journal.append(stream, last, lines).status != append_status::recorded)
                last = (*journal.find_stream(stream))->last;
            ++last;
        });
        const double said[]{mine, static_cast<double>(journal.counts().conflicts) / seconds};
        (void)!::write(pipe[1], said, sizeof said);
        ::_exit(0);
    }
    ::close(pipe[1]);
    double sum = 0, said[2];
    conflicts = 0;
    while (::read(pipe[0], said, sizeof said) == static_cast<::ssize_t>(sizeof said)) {
        sum += said[0];
        conflicts += said[1];
    }
    ::close(pipe[0]);
    while (::wait(nullptr) > 0 && count-- > 1) {
    }
    return sum;
}

}  // namespace

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 2;
    std::optional<workmem_test::postgres_server> own;
    if (count < 3) {
        workmem_test::needs_postgres();
        own.emplace();
    }
    const std::string url = count < 3 ? own->url() : words[2];

    bare_client bare{url};
    auto journal = open(url);
    std::uint64_t inserted = 0, last = (*journal.open_stream("single", "benchmark")).last;
    const std::string_view one[]{change};
    // In turns: the disk has its moods.
    std::vector<double> theirs, ours, ratios;
    for (int round = 0; round < 5; ++round) {
        theirs.push_back(rate(seconds, 1, [&](std::uint64_t) { bare.insert(++inserted); }));
        ours.push_back(rate(seconds, 1, [&](std::uint64_t) {
            if (journal.append("single", last++, one).status != append_status::recorded)
                std::exit(5);
        }));
        ratios.push_back(ours.back() / theirs.back());
    }
    const auto median = [](std::vector<double> of) {
        std::sort(of.begin(), of.end());
        return of[of.size() / 2];
    };
    std::printf("bare INSERT      %8.0f changes/s\n", median(theirs));
    std::printf("append           %8.0f changes/s, %.2f of it\n", median(ours), median(ratios));

    const std::vector<std::string_view> many(100, change);
    last = journal.open_stream("batches", "benchmark")->last;
    const double batched = rate(seconds, 100, [&](std::uint64_t) {
        if (journal.append("batches", last, many).status != append_status::recorded) std::exit(5);
        last += 100;
    });
    std::printf("append of 100    %8.0f changes/s, %.1f of single ones\n", batched,
                batched / median(ours));

    for (const bool in_one : {false, true})
        for (const int writers : {1, 2, 4, 8}) {
            double conflicts = 0;
            const double sum = contend(url, seconds, writers, in_one, conflicts);
            std::printf("%d processes, %s %8.0f changes/s, %.2f of one writer, %.0f conflicts/s\n",
                        writers, in_one ? "one stream" : "one each  ", sum, sum / median(ours),
                        conflicts);
        }
    if (own)
        std::printf("bytes a change of %zu: %s", change.size(),
                    own->run("SELECT pg_total_relation_size('workmem.records') / count(*) "
                             "FROM workmem.records")
                        .c_str());
}
