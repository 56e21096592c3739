// A bounded store with a manual clock, and its content as text.
#pragma once

#include "bounded_bundles.hpp"
#include "catch.hpp"

#include <workmem/error.hpp>
#include <workmem/time/manual_clock.hpp>

#include <string>
#include <utility>

namespace workmem_test {

struct bounded_setting {
    using store = store_of<guard_plain>;
    workmem::manual_clock clock{};
    store::parts parts() const { return {.clock = clock}; }
    store make(workmem::bounded_options options = {}) const {
        return store{std::move(options), parts()};
    }
};

template <class Result>
workmem::error_code refusal_of(const Result& answer) {
    REQUIRE_FALSE(answer);
    return answer.error().code();
}
template <class List>
std::string texts_of(const List& list) {
    std::string out;
    for (const auto& each : list) {
        if (!out.empty()) out += ' ';
        if constexpr (requires { each.value.text; })
            out += each.value.text;
        else
            out += each.text;
    }
    return out;
}
template <class Store>
std::string content(const Store& of) {
    return texts_of(of.all());
}

}  // namespace workmem_test
