#pragma once

#include <workmem/entity/entity_json.hpp>
#include <workmem/entity/window_state.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/result.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace workmem {

namespace detail {

template <class Decision, class State>
result<void> replay_as(State& state, journal::reader<nlohmann::ordered_json>& fields,
                       typename State::notice_type* notice) {
    Decision recorded;
    std::remove_cvref_t<decltype(recorded.change)>::describe(recorded.change, fields);
    if (fields.problem()) return *fields.problem();
    state.locate(recorded);
    if (notice != nullptr) state.announce(recorded, *notice);
    state.apply(recorded, notice);
    return {};
}

}  // namespace detail

/// Applies one recorded change of an entity memory. A kind of another memory is passed over;
/// an unknown kind of this one, a newer version and damaged JSON are `storage_error`, and nothing
/// is changed.
template <class E, class Policies>
result<void> replay_record(entity_window_state<E, Policies>& state, std::string_view bytes,
                           entity_notice<E>* notice) {
    using state_type = entity_window_state<E, Policies>;
    const auto refuse = [&](const std::string& why) {
        return error{error_code::storage_error,
                     "a recorded change cannot be read: " + why,
                     {{"record", text::escaped(text::prefix(bytes, 200))}}};
    };
    const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (json.is_discarded()) return refuse("it is not JSON");
    journal::arena memory;
    journal::reader<nlohmann::ordered_json> fields{json, memory};
    std::string_view kind;
    int version = 0;
    fields("kind", kind);
    fields("version", version);
    if (fields.problem()) return refuse(fields.problem()->message());
    if (!kind.starts_with("entity.")) return {};
    const auto replay = [&]<class Decision>(std::type_identity<Decision>) -> result<void> {
        using change = std::remove_cvref_t<decltype(std::declval<Decision>().change)>;
        if (version > change::version)
            return refuse(std::string{kind} + " has version " + std::to_string(version) +
                          ", this library knows up to " + std::to_string(change::version));
        auto done = detail::replay_as<Decision>(state, fields, notice);
        if (!done) return refuse(done.error().message());
        return done;
    };
    if (kind == entity_changes::put<E>::kind)
        return replay(std::type_identity<entity_commands::put_decision<E>>{});
    if (kind == entity_changes::remove::kind)
        return replay(std::type_identity<entity_commands::remove_decision>{});
    if (kind == entity_changes::clear::kind)
        return replay(std::type_identity<entity_commands::clear_decision>{});
    if (kind == entity_changes::load<E>::kind)
        return replay(std::type_identity<entity_commands::load_decision<E, state_type>>{});
    if (kind == entity_changes::touches::kind) {
        entity_changes::touches touches;
        entity_changes::touches::describe(touches, fields);
        if (fields.problem()) return refuse(fields.problem()->message());
        state.apply(touches);
        return {};
    }
    return refuse("its kind \"" + std::string{kind} + "\" is unknown");
}

}  // namespace workmem
