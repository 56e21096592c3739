// What a call that is made again by its idempotency key is promised, of every memory: it changes
// nothing and gets the first answer, whoever makes it. `mine` made the first call, `other` is
// another handle on the same stream, or the same memory where there is no journal.
#pragma once

#include "catch.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/journal/record_text.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>
#include <workmem/task/task_memory.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem_test {

template <class Answer>
std::string answer_text(const Answer& answer) {
    return workmem::journal::to_json_text(answer).text;
}
inline std::string answer_text(const workmem::memorized& answer) {
    return answer.id + ' ' + std::to_string(answer.position) +
           answer_text(static_cast<const workmem::made_room&>(answer));
}
inline std::string answer_text(const workmem::memorized_batch& answer) {
    return answer_text(answer.ids) + std::to_string(answer.position) +
           answer_text(static_cast<const workmem::made_room&>(answer));
}
inline std::string answer_text(const workmem::forgotten_items& answer) {
    return answer_text(answer.items) + answer_text(answer.usage);
}
inline std::string answer_text(const workmem::task_claim& claim) {
    return claim.task.str() + claim.agent + std::to_string(claim.token) +
           answer_text(claim.expires) + std::to_string(claim.version);
}
inline std::string answer_text(const std::optional<workmem::task_claim>& claim) {
    return claim ? answer_text(*claim) : "none";
}

// Makes calls twice over.
template <class Memory>
class repeating {
public:
    repeating(Memory& mine, Memory& other) : mine_{mine}, other_{other} {}

    // `call(memory, by)` answers a result.
    template <class Call>
    auto operator()(const char* key, Call&& call) {
        INFO(key);
        const workmem::call_options by{.actor = "ann", .idempotency_key = key};
        has_erased_ = has_erased_ || by.idempotency_key == "erase";
        auto first = call(mine_, by);
        if (!first) FAIL(first.error().message());
        const auto last = mine_.sequence();
        for (auto* const each : {&other_, &mine_}) {
            auto again = call(*each, by);
            if (!again) FAIL(again.error().message());
            if constexpr (has_answer<decltype(first)>)
                CHECK(answer_text(*again) == answer_text(*first));
            CHECK(each->sequence() == last);
        }
        // A change of another kind, or of something else, is another call.
        for (const auto& each : keys_) {
            const auto refused = call(mine_, workmem::call_options{.idempotency_key = each});
            REQUIRE_FALSE(refused);
            // Of calls that were about what was erased nobody knows any more which they were.
            if (!has_erased_ || refused.error().code() != workmem::error_code::conflict)
                CHECK(refused.error().code() == workmem::error_code::validation_error);
        }
        keys_.push_back(key);
        if constexpr (has_answer<decltype(first)>) return std::move(*first);
    }

private:
    template <class Result>
    static constexpr bool has_answer = !std::is_same_v<Result, workmem::result<void>>;

    Memory& mine_;
    Memory& other_;
    std::vector<std::string> keys_;
    bool has_erased_ = false;
};

template <class Memory>
void repeats_entity_calls(Memory& mine, Memory& other) {
    repeating twice{mine, other};
    const workmem::entity page{.type = "page", .id = "7", .name = "Home"};
    twice("add", [&](auto& memory, const auto& by) {
        return memory.try_add(page, workmem::strength::mentioned, by);
    });
    twice("remove",
          [](auto& memory, const auto& by) { return memory.try_remove("page", "7", by); });
    mine.add(page);
    twice("clear", [](auto& memory, const auto& by) { return memory.try_clear(by); });
    mine.add(page);
    CHECK(twice("erase",
                [](auto& memory, const auto& by) { return memory.try_erase("page", "7", by); }));
    CHECK(mine.empty());
}

template <class Memory>
void repeats_item_calls(Memory& mine, Memory& other) {
    using workmem::forget_mode;
    repeating twice{mine, other};
    const auto id =
        twice("memorize", [](auto& memory, const auto& by) {
            return memory.try_memorize({.text = "one", .tags = {"t"}, .importance = 0.5}, by);
        }).id;
    twice("memorize_all", [](auto& memory, const auto& by) {
        return memory.try_memorize_all({{.text = "two", .key = "k"}, {.text = "three"}}, by);
    });
    // It takes the place of another one.
    const auto newer = twice("supersede", [](auto& memory, const auto& by) {
        return memory.try_memorize({.text = "four", .key = "k"}, by);
    });
    REQUIRE(newer.superseded.size() == 1);
    CHECK(newer.superseded[0].value.text == "two");
    twice("update", [&](auto& memory, const auto& by) {
        return memory.try_update(id, {.text = "five"}, by);
    });
    twice("pin", [&](auto& memory, const auto& by) { return memory.try_pin(id, by); });
    twice("step", [](auto& memory, const auto& by) { return memory.try_advance_step(by); });
    twice("hide", [](auto& memory, const auto& by) {
        return memory.try_forget("tag:t", forget_mode::soft, true, by);
    });
    CHECK(
        twice("restore", [&](auto& memory, const auto& by) { return memory.try_restore(id, by); }));
    const auto gone = twice("forget", [](auto& memory, const auto& by) {
        return memory.try_forget("tag:t", forget_mode::hard, true, by);
    });
    REQUIRE(gone.items.size() == 1);
    CHECK(gone.items[0].text == "five");
    CHECK(twice("erase", [](auto& memory, const auto& by) { return memory.try_erase("k", by); }) == 2);
    CHECK(twice("clear", [](auto& memory, const auto& by) { return memory.try_clear(by); }) == 1);
}

template <class Memory>
void repeats_long_term_calls(Memory& mine, Memory& other) {
    repeating twice{mine, other};
    CHECK(twice("put", [](auto& memory, const auto& by) {
        return memory.try_put({.id = "a", .content = "x"}, by);
    }));
    const std::vector<workmem::long_term_memory> some{{.id = "b", .content = "y"},
                                                      {.id = "c", .content = "z"}};
    CHECK(twice("put_all",
                [&](auto& memory, const auto& by) { return memory.try_put_all(some, by); }) == 2);
    CHECK(twice("erase", [](auto& memory, const auto& by) { return memory.try_erase("a", by); }));
}

template <class Memory>
void repeats_session_calls(Memory& mine, Memory& other) {
    repeating twice{mine, other};
    const auto id = twice("add", [](auto& memory, const auto& by) {
                        return memory.try_add({.content = "x", .tags = {"t"}}, by);
                    }).id;
    CHECK(twice("import", [](auto& memory, const auto& by) {
              return memory.try_import({{.id = "i", .content = "y"}}, by);
          }) == 1);
    twice("update", [&](auto& memory, const auto& by) {
        return memory.try_update(id, {.content = "z"}, by);
    });
    CHECK(twice("relate", [&](auto& memory, const auto& by) {
        return memory.try_relate(id, {"references", "skill", {}}, by);
    }));
    twice("extend", [&](auto& memory, const auto& by) { return memory.try_extend_ttl(id, by); });
    CHECK(twice("promote", [&](auto& memory, const auto& by) {
              return memory.try_promote(id, by);
          }).is_new);
    twice("expire", [&](auto& memory, const auto& by) { return memory.try_expire(id, by); });
    CHECK(twice("erase", [&](auto& memory, const auto& by) { return memory.try_erase(id, by); }));
    CHECK(twice("clear", [](auto& memory, const auto& by) { return memory.try_clear(by); }) == 1);
}

template <class Memory>
void repeats_task_calls(Memory& mine, Memory& other) {
    repeating twice{mine, other};
    const auto one = twice("add", [](auto& memory, const auto& by) {
        return memory.try_add_task({.title = "a"}, by);
    });
    const auto more = twice("add_all", [](auto& memory, const auto& by) {
        return memory.try_add_tasks({{.title = "b"}, {.title = "c", .depends_on = {"b"}}}, by);
    });
    REQUIRE(more.size() == 2);
    CHECK(mine.get(more[1]).depends_on.at(0).task == more[0]);
    twice("plan",
          [](auto& memory, const auto& by) { return memory.try_update_plan({.goal = "g"}, by); });
    CHECK(twice("depend", [&](auto& memory, const auto& by) {
        return memory.try_add_dependency(more[1], one, by);
    }));
    CHECK(twice("undepend", [&](auto& memory, const auto& by) {
        return memory.try_remove_dependency(more[1], one, by);
    }));
    CHECK(twice("update", [&](auto& memory, const auto& by) {
              return memory.try_update_task(one, {.title = "a, again"}, {}, by);
          }).title == "a, again");
    const auto claim = *twice(
        "next", [](auto& memory, const auto& by) { return memory.try_claim_next("ann", {}, by); });
    twice("start", [&](auto& memory, const auto& by) { return memory.try_start(claim, by); });
    twice("renew", [&](auto& memory, const auto& by) {
        return memory.try_renew(claim, std::chrono::minutes{5}, by);
    });
    const auto chosen = twice("decide", [&](auto& memory, const auto& by) {
        return memory.try_record_decision(
            nullptr, {.question = "q", .choice = "c", .needs_approval = true}, by);
    });
    CHECK(twice("approve", [&](auto& memory, const auto& by) {
        return memory.try_approve(chosen, {.by = "cat"}, by);
    }));
    CHECK_FALSE(twice("discover", [](auto& memory, const auto& by) {
                    return memory.try_record_discovery(nullptr, {.content = "d"}, by);
                }).empty());
    CHECK(twice("produce", [&](auto& memory, const auto& by) {
              return memory.try_record_artifact(
                  nullptr, {.path = "p", .associated_task = one, .content = "text"}, by);
          }).version == 1);
    CHECK(twice("agent", [](auto& memory, const auto& by) {
        return memory.try_register_agent({.id = "ben"}, by);
    }));
    const auto messages = twice("nudge", [](auto& memory, const auto& by) {
        return memory.try_inject_nudge({.target = "ben", .message = "hello"}, by);
    });
    CHECK(twice("acknowledge", [&](auto& memory, const auto& by) {
              return memory.try_acknowledge(messages, by);
          }) == 1);
    CHECK(twice("lead", [](auto& memory, const auto& by) {
              return memory.try_lead("boss", {}, by);
          }).epoch == 1);
    CHECK(twice("complete", [&](auto& memory, const auto& by) {
              return memory.try_complete(claim, {.summary = "done"}, by);
          }) == workmem::task_status::completed);
    CHECK(twice("cancel", [&](auto& memory, const auto& by) {
              return memory.try_cancel_task(more[1], "not wanted", by);
          }).empty());
    CHECK(twice("compact", [](auto& memory, const auto& by) { return memory.try_compact(by); }) ==
          2);
    twice("close", [](auto& memory, const auto& by) { return memory.try_cancel(by); });
}

}  // namespace workmem_test
