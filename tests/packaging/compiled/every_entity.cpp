#include "every_member.hpp"
#include "uses.hpp"

namespace {

using namespace every_member;

const entity shoes{"order", "o-1", "Shoes"};

template <class Memory>
void use_window(Memory& memory) {
    const std::vector values{shoes};
    record(memory);
    call([&] { memory.add(shoes); });
    call([&] { memory.add_many(values); });
    take(memory.try_add(shoes), memory.try_add_many(values));
    take(memory.get("order", "o-1"), memory.get("order", 3), memory.peek("order", "o-1"),
         memory.find("o-1"), memory.contains("order", "o-1"), memory.size(), memory.empty());
    memory.mention("order", "o-1");
    memory.mention(entity_key{"order", "o-1"});
    take(memory.recent(), memory.all(), memory.by_type("order"));
    memory.for_each([](const auto&) {});
    if constexpr (requires { memory.entries(); }) {
        for (const auto& each : memory.entries()) take(each);
        for (const auto& each : memory) take(each);
    }
    take(memory.options(), memory.version(), memory.next_expiry(), memory.clock(), memory.memory(),
         memory.metrics(), memory == memory);
    memory.set_options({});
    memory.sweep();
    take(memory.try_set_options({}), memory.try_sweep());
    memory.remove("order", "none");
    take(memory.try_remove("order", "none"));
    copy(memory);
    memory.clear();
    take(memory.try_clear());
}

template <class Memory>
void use_memory() {
    Memory memory{{}, parts_of<Memory>()};
    use_window(memory);
    const json order{{"id", "o-1"}, {"name", "Shoes"}};
    const std::vector values{shoes};
    memory.observe("orders.get", json::object(), order);
    memory.observe("orders.get", order);
    memory.observe("orders.list", values);
    memory.observe_text("orders.list", "[]");
    take(memory.try_observe("orders.get", json::object(), order),
         memory.try_observe("orders.list", values), memory.try_observe_text("orders.list", "[]"));
    memory.hear(role::user, "the shoes");
    take(memory.named_in(role::user, "the shoes"));
    take(memory.resolve("it"), memory.explain("it"), memory.resolve("it", {.type = "order"}),
         memory.resolve_id(json("this"), "order"));
    memory.set_lexicon(memory.lexicon());
    memory.registry().ignore("none");
    take(memory.extractor().explain("orders.get", json::object(), order),
         std::as_const(memory).extractor().explain("orders.get", json::object(), order));
    take(memory.context(), memory.health());
    if constexpr (requires { memory.context_view(); }) take(memory.context_view());
    const auto saved = memory.to_json();
    const auto text = memory.to_json_text();
    memory.load(saved);
    memory.load_text(text);
    take(memory.try_load(saved), memory.try_load_text(text));
    const auto parts = [] { return parts_of<Memory>(); };
    take(Memory::from_json(saved, {}, parts()), Memory::from_json_text(text, {}, parts()),
         Memory::try_from_json(saved, {}, parts()), Memory::try_make({}, parts()));
    memory.erase("order", "o-1");
    memory.erase_all("o-1");
    take(memory.try_erase("order", "o-1"), memory.try_erase_all("o-1"));
}

template <class Policies>
void use_window_of() {
    using window = basic_entity_window<entity, Policies>;
    window held{{}, parts_of<window>()};
    use_window(held);
}

}  // namespace

bool use_every_entity() {
    use_memory<entity_memory>();
    use_memory<shared_entity_memory>();
    use_memory<durable_entity_memory<journal::any>>();
    use_memory<shared_durable_entity_memory<journal::any>>();
    use_window_of<default_policies>();
    use_window_of<shared_policies>();
    use_window_of<durable_policies<journal::any>>();
    use_window_of<shared_durable_policies<journal::any>>();
    return true;
}
