#pragma once

#include <workmem/ids/meant_id.hpp>
#include <workmem/journal/recorded_memory.ipp>
#include <workmem/journal/replay.hpp>
#include <workmem/long_term/erasing.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/long_term/redaction.hpp>
#include <workmem/long_term/state.ipp>
#include <workmem/value/attribute_rules.hpp>
#include <workmem/value/valid_text.hpp>
#include <workmem/value/value_json.hpp>

namespace workmem {

namespace detail {

/// What a record is without a memory.
[[nodiscard]] inline auto without_memory(std::string_view id) {
    return [id](const journal::record& each, const auto&) {
        return without_long_term(each.bytes, id);
    };
}

}  // namespace detail

template <class Policies>
basic_long_term_store<Policies>::basic_long_term_store(options_type, parts with)
    : basic_long_term_store(unopened, std::move(with)) {
    replica_.open().value();
}

template <class Policies>
result<basic_long_term_store<Policies>> basic_long_term_store<Policies>::try_make(options_type,
                                                                                  parts with) {
    return {from_factory, [&] { return basic_long_term_store(unopened, std::move(with)); },
            [](basic_long_term_store& made) { return made.replica_.open(); }};
}

template <class Policies>
bool basic_long_term_store<Policies>::put(long_term_memory memory, const call_options& call) {
    return try_put(std::move(memory), call).value();
}

template <class Policies>
result<bool> basic_long_term_store<Policies>::try_put(long_term_memory memory,
                                                      const call_options& call) {
    auto done = try_put_all({&memory, 1}, call);
    if (!done) return done.error();
    return *done > 0;
}

template <class Policies>
std::size_t basic_long_term_store<Policies>::put_all(std::span<const long_term_memory> memories,
                                                     const call_options& call) {
    return try_put_all(memories, call).value();
}

template <class Policies>
result<std::size_t> basic_long_term_store<Policies>::try_put_all(
    std::span<const long_term_memory> memories, const call_options& call) {
    const auto now = replica_.clock().now();
    std::vector<long_term_memory> accepted{memories.begin(), memories.end()};
    for (auto& each : accepted) {
        secrets::redact_by<typename Policies::long_term::secrets>(each);
        if (auto problem = refuse(each)) return std::move(*problem);
        if (each.created == timestamp{}) each.created = now;
    }
    return replica_.execute(
        long_term_commands::put{accepted, now}, [](std::size_t) {}, call);
}

template <class Policies>
bool basic_long_term_store<Policies>::replace(long_term_memory memory, const call_options& call) {
    return try_replace(std::move(memory), call).value();
}

template <class Policies>
result<bool> basic_long_term_store<Policies>::try_replace(long_term_memory memory,
                                                          const call_options& call) {
    const auto now = replica_.clock().now();
    secrets::redact_by<typename Policies::long_term::secrets>(memory);
    if (auto problem = refuse(memory)) return std::move(*problem);
    if (memory.created == timestamp{}) memory.created = now;
    auto done = replica_.erase(long_term_commands::replace{memory, now}, memory.id,
                               detail::without_memory(memory.id), call);
    if (!done) return done.error();
    return *done > 0;
}

template <class Policies>
bool basic_long_term_store<Policies>::erase(std::string_view id, const call_options& call) {
    return try_erase(id, call).value();
}

template <class Policies>
result<bool> basic_long_term_store<Policies>::try_erase(std::string_view id,
                                                        const call_options& call) {
    std::string copy;
    id = detail::valid(id, copy);
    return replica_.erase(long_term_commands::erase{id, replica_.clock().now()}, id,
                          detail::without_memory(id), call);
}

template <class Policies>
long_term_memory basic_long_term_store<Policies>::as_stored(long_term_memory memory) {
    secrets::redact_by<typename Policies::long_term::secrets>(memory);
    return memory;
}

template <class Policies>
std::optional<long_term_memory> basic_long_term_store<Policies>::get(std::string_view id) const {
    return replica_.read([&](const state_type& state) -> std::optional<long_term_memory> {
        const auto* const found = state.find(id);
        if (found == nullptr) return std::nullopt;
        return *found;
    });
}

template <class Policies>
bool basic_long_term_store<Policies>::contains(std::string_view id) const {
    return replica_.read([&](const state_type& state) { return state.find(id) != nullptr; });
}

template <class Policies>
result<std::string> basic_long_term_store<Policies>::try_identify(std::string_view said) const {
    return replica_.read([&](const state_type& state) -> result<std::string> {
        if (state.find(said) != nullptr) return std::string{said};
        meant_id meant{said, "memories"};
        state.records().visit_after(0, [&](std::uint32_t slot) {
            const auto& each = state.records().at(slot);
            if (!counts_on(said, each.id)) meant.see(each.id, each.content);
            return true;
        });
        if (!meant.empty()) return meant.value();
        return error{error_code::not_found,
                     "there is no long-term memory " + text::quoted(text::prefix(said, 200)),
                     {{"memory_id", std::string{text::prefix(said, 200)}}}};
    });
}

template <class Policies>
std::size_t basic_long_term_store<Policies>::size() const {
    return replica_.read([](const state_type& state) { return state.records().size(); });
}

template <class Policies>
long_term_page basic_long_term_store<Policies>::list(const long_term_filter& filter,
                                                     std::size_t limit, std::uint64_t after) const {
    return replica_.read([&](const state_type& state) {
        long_term_page out;
        std::uint64_t last = after;
        state.records().visit_after(after, [&](std::uint32_t slot) {
            const auto& each = state.records().at(slot);
            if (!filter.accepts(each)) return true;
            if (out.memories.size() == limit) {
                out.next = last;
                return false;
            }
            out.memories.push_back(each);
            last = state.records().number(slot);
            return true;
        });
        return out;
    });
}

template <class Policies>
std::vector<found_memory> basic_long_term_store<Policies>::search(std::string_view query,
                                                                  std::size_t limit,
                                                                  const long_term_filter& filter) {
    return replica_.update([&](state_type& state) {
        state.refresh_index();
        struct choice {
            const state_type& in;
            const long_term_filter& filter;
            [[nodiscard]] bool accepts(std::uint32_t slot) const {
                return filter.accepts(in.records().at(slot));
            }
        };
        std::vector<found_memory> out;
        for (const auto& hit : state.index().search(query, limit, choice{state, filter}).hits)
            out.push_back({state.records().at(hit.slot), hit.score});
        return out;
    });
}

template <class Policies>
basic_long_term_store<Policies>::basic_long_term_store(unopened_t, parts with)
    : recorded{state_type{},
               std::move(with.journal),
               std::move(with.observer),
               std::move(with.stream),
               with.keep,
               {std::move(with.clock), with.max_clock_skew}} {}

template <class Policies>
template <class Load>
result<basic_long_term_store<Policies>> basic_long_term_store<Policies>::as_of(Load&& load) {
    basic_long_term_store made{unopened, parts{}};
    auto done = made.replica_.update(std::forward<Load>(load));
    if (!done) return done.error();
    return made;
}

template <class Policies>
std::optional<error> basic_long_term_store<Policies>::refuse(long_term_memory& memory) {
    const auto bad = [](const char* member, const std::string& allowed, std::size_t size) {
        return error{
            error_code::validation_error,
            std::string{member} + " must have " + allowed + " bytes, has " + std::to_string(size),
            {{"member", member}}};
    };
    if (memory.id.empty() || memory.id.size() > long_term_limits::id_bytes)
        return bad("id", "1 to " + std::to_string(long_term_limits::id_bytes), memory.id.size());
    if (memory.content.empty() || memory.content.size() > long_term_limits::content_bytes)
        return bad("content", "1 to " + std::to_string(long_term_limits::content_bytes),
                   memory.content.size());
    memory.created = to_moment(memory.created);
    for (auto* const text : {&memory.id, &memory.content, &memory.core}) detail::make_valid(*text);
    detail::make_valid(memory.tags);
    detail::make_valid(memory.metadata);
    for (auto& each : memory.relations) detail::make_valid(each);
    const auto refuse_metadata = [](const char* allowed, const std::string& what) {
        return error{error_code::validation_error,
                     std::string{"metadata must have "} + allowed + ", has " + what,
                     {{"member", "metadata"}}};
    };
    const auto problem_of = [&](const attribute_list& metadata) -> std::optional<error> {
        if (const auto* const odd = find_no_number(metadata))
            return refuse_metadata("finite numbers", std::to_string(std::get<double>(odd->value)) +
                                                         " at " +
                                                         text::quoted(text::prefix(odd->name, 64)));
        if (const auto* const twice = find_repeated_name(metadata))
            return refuse_metadata("different names",
                                   text::quoted(text::prefix(*twice, 64)) + " twice");
        return std::nullopt;
    };
    if (auto problem = problem_of(memory.metadata)) return problem;
    for (const auto& each : memory.relations)
        if (auto problem = problem_of(each.metadata)) return problem;
    return std::nullopt;
}

}  // namespace workmem
