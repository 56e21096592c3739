#include "every_member.hpp"
#include "uses.hpp"

namespace {

using namespace every_member;

template <class Memory>
void use_items() {
    const auto parts = [] { return parts_of<Memory>(); };
    Memory memory{{}, parts()};
    record(memory);
    memory.memorize("a note");
    memory.memorize({.text = "another", .key = "k"});
    memory.memorize_all({{.text = "a third"}});
    take(memory.try_memorize({.text = "b", .key = "k"}), memory.try_memorize_all({{.text = "c"}}));
    const auto id = memory.all().front().id;
    take(memory.get_capacity_info(), memory.explain(id), memory.try_explain(id), memory.audit(),
         memory.history("k"), memory.peek(id), memory.peek_by_key("k"), memory.get(id),
         memory.get_by_key("k"), memory.contains(id), memory.size(), memory.empty(),
         memory.tokens(), memory.all(), memory.metrics(), memory.context(100), memory.context(),
         memory.step(), memory.options(), memory == memory);
    memory.for_each([](const item&) {});
    if constexpr (requires { memory.items(); }) {
        for (const auto& each : memory.items()) take(each);
        for (const auto& each : memory) take(each);
    }
    const auto write = [](std::span<const item>, std::size_t) { return std::string{"all"}; };
    take(memory.summarize(summary_scope::all(), 100),
         memory.summarize(summary_scope::all(), 100, write),
         memory.try_summarize(summary_scope::all(), 100, write));
    take(memory.remember("note"), memory.remember("note", 3), memory.search("note", 3));
    memory.touch(id);
    memory.update(id, {.text = "changed"});
    memory.set_importance(id, .5);
    memory.pin(id);
    memory.unpin(id);
    memory.advance_step();
    memory.set_step(9);
    take(memory.try_memorize("a text"));
    take(memory.try_update(id, {.text = "again"}), memory.try_set_importance(id, .6),
         memory.try_pin(id), memory.try_unpin(id), memory.try_advance_step(),
         memory.try_set_step(11));
    call([&] { memory.forget("oldest"); });
    call([&] { memory.restore(id); });
    memory.restore_all();
    memory.sweep();
    memory.set_options({});
    take(memory.try_forget("oldest"), memory.try_restore(id), memory.try_restore_all(),
         memory.try_sweep(), memory.try_set_options({}));
    copy(memory);
    const auto saved = memory.to_json();
    const auto text = memory.to_json_text();
    memory.load(saved);
    memory.load_text(text);
    take(memory.try_load(saved), memory.try_load_text(text), Memory::from_json(saved, {}, parts()),
         Memory::from_json_text(text, {}, parts()), Memory::try_from_json(saved, {}, parts()),
         Memory::try_make({}, parts()));
    memory.erase(id);
    memory.clear();
    take(memory.try_erase(id), memory.try_clear());
}

template <class Memory>
void use_long_term() {
    Memory memory{{}, parts_of<Memory>()};
    record(memory);
    const std::vector<long_term_memory> more{{.id = "3", .content = "z"}};
    memory.put({.id = "1", .content = "x"});
    memory.replace({.id = "1", .content = "z"});
    memory.put_all(more);
    take(memory.try_replace({.id = "2", .content = "w"}),
         memory.try_put({.id = "2", .content = "y"}), memory.try_put_all(more),
         Memory::as_stored({.id = "1", .content = "x"}), memory.get("1"), memory.contains("1"),
         memory.size(), memory.empty(), memory.list(), memory.search("x"), memory == memory,
         Memory::try_make({}, parts_of<Memory>()));
    memory.for_each([](const long_term_memory&) {});
    copy(memory);
    memory.erase("1");
    take(memory.try_erase("1"));
}

}  // namespace

bool use_every_bounded() {
    use_items<bounded_store>();
    use_items<shared_bounded_store>();
    use_items<durable_bounded_store<journal::any>>();
    use_items<shared_durable_bounded_store<journal::any>>();
    use_long_term<long_term_store>();
    use_long_term<shared_long_term_store>();
    use_long_term<durable_long_term_store<journal::any>>();
    use_long_term<shared_durable_long_term_store<journal::any>>();
    return true;
}
