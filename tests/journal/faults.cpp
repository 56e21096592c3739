// Journals that fail, and journals whose other writers are faster.
#include "journal_bundles.hpp"
#include "task_bundles.hpp"
#include "window_steps.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/task/task_memory.ipp>

using namespace workmem_test;
using workmem::entity_notice;
using workmem::error_code;

namespace {

template <class Policies>
struct stand {
    using window_type = window_of<Policies>;
    faulty_journal journal;
    std::vector<std::string> told;
    window_type window;

    explicit stand(workmem::entity_options options = {}) : window{options, parts()} {}
    typename window_type::parts parts() {
        typename window_type::parts with;
        with.journal = journal;
        with.observer.template on<entity_notice<>>([this](const entity_notice<>& notice) {
            told.push_back(std::to_string(notice.sequence) + ' ' + std::string{notice.kind});
        });
        return with;
    }
    // What anybody can see.
    std::string seen() const {
        return lines_of(window) + "sequence " + std::to_string(window.sequence()) + " capacity " +
               std::to_string(window.options().capacity);
    }
};

// A call that is to be refused; false: something else became of it.
template <class Memory>
using refusals = std::vector<std::pair<std::string, std::function<bool(Memory&)>>>;

constexpr auto is_storage_error = [](const auto& answer) {
    return !answer && answer.error().code() == error_code::storage_error;
};

// What the tests of faults ask of a memory, in one word each.
template <class Policies>
struct faulty_window : stand<Policies> {
    using memory_type = typename stand<Policies>::window_type;

    faulty_window() {
        for (const auto* id : {"1", "2", "3"})
            this->window.add({.type = "page", .id = id, .name = id});
        this->told.clear();
    }
    memory_type& memory() { return this->window; }
    memory_type again() { return memory_type{{}, this->parts()}; }
    bool go_on() { return this->window.add({.type = "page", .id = "7", .name = "later"}); }

    static refusals<memory_type> calls() {
        return {
            {"add",
             [](auto& w) {
                 return is_storage_error(w.try_add({.type = "page", .id = "9", .name = "n"}));
             }},
            {"update",
             [](auto& w) {
                 return is_storage_error(w.try_add({.type = "page", .id = "1", .name = "new"}));
             }},
            {"add_many",
             [](auto& w) {
                 const entity two[]{{.type = "page", .id = "8", .name = "n"},
                                    {.type = "page", .id = "2", .name = "m"}};
                 return is_storage_error(w.try_add_many(two));
             }},
            {"remove", [](auto& w) { return is_storage_error(w.try_remove("page", "1")); }},
            {"clear", [](auto& w) { return is_storage_error(w.try_clear()); }},
            {"set_options",
             [](auto& w) {
                 workmem::entity_options one;
                 one.capacity = 1;
                 return is_storage_error(w.try_set_options(one));
             }},
            {"sweep",
             [](auto& w) {
                 w.clock().advance(std::chrono::minutes{10});
                 return is_storage_error(w.try_sweep());
             }},
        };
    }
};

template <class Mutex>
struct faulty_tasks {
    using memory_type =
        task_memory_of<faulty_journal, workmem::access::open, Mutex, workmem::observer::callbacks>;
    basic_task_setting<memory_type> with{};
    faulty_journal& journal = with.journal;
    std::vector<std::string> told{};
    memory_type work{{.name = "n", .lease = workmem::milliseconds{10}}, parts()};
    std::string choice{}, risky{};

    faulty_tasks() {
        with.observer.template on<workmem::task_notice>([this](const workmem::task_notice& notice) {
            told.push_back(std::to_string(notice.sequence) + ' ' + std::string{notice.kind});
        });
        work.add_tasks({named("a"), named("b", {"a"}), named("c"), named("d"), named("e")});
        work.start(work.claim("a", "ann"));
        work.open_branch({.question = "c or d?", .options = {"c", "d"}});
        work.record_decision(
            {.question = "?", .choice = "!", .affects_tasks = {"e"}, .needs_approval = true});
        told.clear();
    }
    typename memory_type::parts parts() {
        return {.clock = with.clock,
                .ids = workmem::sequential_ids{"w" + std::to_string(++with.writers)},
                .observer = with.observer,
                .journal = with.journal,
                .stream = "tasks"};
    }
    memory_type& memory() { return work; }
    memory_type again() {
        auto silent = parts();
        silent.observer = {};
        return memory_type{{.name = "n", .lease = workmem::milliseconds{10}}, std::move(silent)};
    }
    bool go_on() { return !work.add_task(named("later")).str().empty(); }
    std::string seen() const {
        auto out = work.to_json_text() + std::to_string(work.sequence());
        for (const auto& each : work.ready(9)) out += each.str();
        return out;
    }

    static refusals<memory_type> calls() {
        using on = memory_type&;
        return {
            {"add", [](on w) { return is_storage_error(w.try_add_task(named("f", {"a"}))); }},
            {"depend", [](on w) { return is_storage_error(w.try_add_dependency("c", "a")); }},
            {"undepend", [](on w) { return is_storage_error(w.try_remove_dependency("b", "a")); }},
            {"update",
             [](on w) { return is_storage_error(w.try_update_task("a", {.title = "x"})); }},
            {"renew", [](on w) { return is_storage_error(w.try_renew("a")); }},
            {"complete", [](on w) { return is_storage_error(w.try_complete("a")); }},
            {"fail", [](on w) { return is_storage_error(w.try_fail("a", "f")); }},
            {"skip", [](on w) { return is_storage_error(w.try_skip("b")); }},
            {"choose",
             [](on w) {
                 return is_storage_error(
                     w.try_record_decision(nullptr, {.question = "c or d?",
                                                     .choice = "c",
                                                     .resolves = w.branches()[0].id,
                                                     .branch = {"c"}}));
             }},
            {"approve", [](on w) { return is_storage_error(w.try_approve(w.decisions()[0].id)); }},
            {"discover",
             [](on w) {
                 return is_storage_error(w.try_record_discovery(nullptr, {.content = "x"}));
             }},
            {"nudge",
             [](on w) {
                 return is_storage_error(w.try_inject_nudge({.target = "ann", .message = "m"}));
             }},
            {"lead", [](on w) { return is_storage_error(w.try_lead("ann")); }},
            {"cancel", [](on w) { return is_storage_error(w.try_cancel()); }},
        };
    }
};

}  // namespace

TEMPLATE_TEST_CASE("a journal that cannot append changes nothing", "[journal][faults]",
                   faulty_window<faulty>, faulty_window<faulty_shared>,
                   faulty_tasks<workmem::null_mutex>, faulty_tasks<std::shared_mutex>) {
    for (const auto& [name, refused] : TestType::calls()) {
        INFO(name);
        TestType on;
        const auto before = on.seen();
        const auto lines = on.journal.at->lines;
        on.journal.at->fail_append = true;
        CHECK(refused(on.memory()));
        on.journal.at->fail_append = false;
        if (name != "sweep") {
            CHECK(on.seen() == before);
        }
        CHECK(on.journal.at->lines == lines);
        CHECK(on.told.empty());
        // And nothing is wrong with it: the next call works.
        CHECK(on.go_on());
        CHECK(on.again() == on.memory());
    }
}

TEMPLATE_TEST_CASE("what could not become durable never happened", "[journal][faults]",
                   faulty_window<faulty>, faulty_window<faulty_shared>,
                   faulty_tasks<workmem::null_mutex>, faulty_tasks<std::shared_mutex>) {
    for (const auto& [name, refused] : TestType::calls()) {
        INFO(name);
        TestType on;
        const auto before = on.seen();
        const auto lines = on.journal.at->lines;
        on.journal.at->fail_commit = true;
        CHECK(refused(on.memory()));
        on.journal.at->fail_commit = false;
        if (name != "sweep") {
            CHECK(on.seen() == before);
        }
        CHECK(on.journal.at->lines == lines);
        CHECK(on.told.empty());
        CHECK(on.go_on());
        CHECK(on.told.size() == 1);
        CHECK(on.again() == on.memory());
    }
}

TEST_CASE("the throwing verbs throw what the others return", "[journal][faults]") {
    stand<faulty> on;
    on.window.add({.type = "page", .id = "1", .name = "a"});
    on.journal.at->fail_append = true;
    const auto code_of = [](auto&& call) {
        try {
            call();
        } catch (const workmem::error& problem) {
            CHECK(std::string{problem.what()} == "the disk is full");
            return problem.code();
        }
        return error_code::cycle;
    };
    CHECK(code_of([&] { on.window.add({.type = "page", .id = "2", .name = "b"}); }) ==
          error_code::storage_error);
    CHECK(code_of([&] { on.window.remove("page", "1"); }) == error_code::storage_error);
    CHECK(code_of([&] { on.window.clear(); }) == error_code::storage_error);
    // A touch records nothing, so it works; what it did stays to be recorded.
    CHECK(on.window.get("page", "1") != nullptr);
    CHECK(code_of([&] { on.window.flush(); }) == error_code::storage_error);
    on.journal.at->fail_append = false;
    on.window.flush();
    CHECK(on.journal.at->lines.size() == 2);
    CHECK(on.window.peek("page", "1")->access_count == 1);
}

TEST_CASE("lost races are decided again", "[journal][faults]") {
    stand<faulty> on;
    on.window.add({.type = "page", .id = "1", .name = "a"});
    on.journal.at->conflicts = 10;
    CHECK(on.window.add({.type = "page", .id = "2", .name = "b"}));
    CHECK(on.journal.at->conflicts == 0);
    CHECK(on.window.size() == 2);
    CHECK(on.told == std::vector<std::string>{"1 entity.put", "2 entity.put"});
    CHECK(on.window.metrics().lost_races == 10);
}

TEST_CASE("who always loses the race hears of the conflict, and nothing changed",
          "[journal][faults]") {
    stand<faulty> on;
    on.window.add({.type = "page", .id = "1", .name = "a"});
    on.told.clear();
    on.journal.at->conflicts = 1'000'000;
    on.journal.at->appends = 0;
    const auto before = on.seen();
    for (const auto& answer : {on.window.try_add({.type = "page", .id = "2", .name = "b"}),
                               on.window.try_remove("page", "1")}) {
        REQUIRE_FALSE(answer);
        CHECK(answer.error().code() == error_code::conflict);
        CHECK(answer.error().message() ==
              "other writers of stream \"\" were faster for 5000 ms; try again");
    }
    CHECK(on.journal.at->appends > 2 * 64);
    CHECK(on.seen() == before);
    CHECK(on.told.empty());
    CHECK(on.window.mention("page", "1"));
    const auto flushed = on.window.try_flush();
    REQUIRE_FALSE(flushed);
    CHECK(flushed.error().code() == error_code::conflict);
}

TEST_CASE("the loser of a race decides on what the winner did", "[journal][faults]") {
    const faulty_journal journal;
    using window_type = window_of<faulty>;
    const auto parts = [&] {
        window_type::parts with;
        with.journal = journal;
        return with;
    };
    window_type a{{}, parts()};
    window_type b{{}, parts()};
    a.add({.type = "page", .id = "1", .name = "by a"});
    // b has not heard of it: its call finds out, and is an update.
    CHECK_FALSE(b.add({.type = "page", .id = "1", .name = "by b"}));
    CHECK(a.remove("page", "1"));
    CHECK_FALSE(b.remove("page", "1"));
    CHECK(a.sequence() == 3);
}

TEST_CASE("a stream that cannot be read is an error of the constructor", "[journal][faults]") {
    faulty_journal journal;
    journal.at->fail_read = true;
    window_of<faulty>::parts with;
    with.journal = journal;
    try {
        const window_of<faulty> window{{}, with};
        FAIL("it was opened");
    } catch (const workmem::error& problem) {
        CHECK(problem.code() == error_code::storage_error);
    }
}

TEST_CASE("observers hear other writers' changes, in order, flagged", "[journal][observer]") {
    const faulty_journal journal;
    using window_type = window_of<faulty>;
    std::vector<std::string> told;
    const auto parts = [&](bool listens) {
        window_type::parts with;
        with.journal = journal;
        if (listens)
            with.observer.on<entity_notice<>>([&](const entity_notice<>& notice) {
                told.push_back(std::to_string(notice.sequence) +
                               (notice.foreign ? " foreign " : " own ") +
                               (notice.put.empty() ? "-" : notice.put[0].id));
            });
        return with;
    };
    window_type a{{}, parts(true)};
    window_type b{{}, parts(false)};
    a.add({.type = "page", .id = "1", .name = "n"});
    b.add({.type = "page", .id = "2", .name = "n"});
    b.get("page", "1");
    b.add({.type = "page", .id = "3", .name = "n"});
    a.add({.type = "page", .id = "4", .name = "n"});
    CHECK(told == std::vector<std::string>{"1 own 1", "2 foreign 2", "4 foreign 3", "5 own 4"});
}

TEST_CASE("a writer that fails half way through catching up goes on from there",
          "[journal][faults]") {
    for (std::size_t after = 0; after < 5; ++after) {
        INFO("after " << after);
        const faulty_journal journal;
        using window_type = window_of<faulty>;
        window_type::parts with;
        with.journal = journal;
        window_type a{{}, with};
        window_type b{{}, with};
        for (const auto* id : {"1", "2", "3"}) a.add({.type = "page", .id = id, .name = id});
        b.catch_up();
        b.get("page", "1");
        b.mention("page", "2");
        a.add({.type = "page", .id = "4", .name = "four"});
        a.get("page", "3");
        a.remove("page", "1");
        a.add({.type = "page", .id = "5", .name = "five"});
        journal.at->throw_after = after;
        try {
            b.catch_up();
        } catch (const std::bad_alloc&) {
            CHECK(b.sequence() == 3 + after);
        }
        journal.at->throw_after = static_cast<std::size_t>(-1);
        b.get("page", "3");
        b.flush();
        a.catch_up();
        b.catch_up();
        CHECK(a.sequence() == b.sequence());
        CHECK(lines_of(a) == lines_of(b));
        const window_type again{{}, with};
        CHECK(again == a);
    }
}
