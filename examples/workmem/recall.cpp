#include "recall.hpp"

#include "ordered_json.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/eviction/s3_fifo.hpp>
#include <workmem/eviction/sieve.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/eviction/w_tinylfu.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/substring.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/tokens/bounding_counter.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace workmem_program {

namespace {

// What the line that is being read says of its item.
struct given_facts {
    std::string id;
    std::optional<std::size_t> tokens;
};

// Items are called and counted as the lines say.
class given_ids {
public:
    explicit given_ids(std::shared_ptr<const given_facts> given = nullptr)
        : given_{std::move(given)} {}
    [[nodiscard]] std::string next() const { return given_ ? given_->id : std::string{}; }

private:
    std::shared_ptr<const given_facts> given_;
};
class given_tokens {
public:
    explicit given_tokens(std::shared_ptr<const given_facts> given = nullptr)
        : given_{std::move(given)} {}
    [[nodiscard]] std::size_t operator()(std::string_view text) const {
        return given_ && given_->tokens ? *given_->tokens : workmem::bounding_counter{}(text);
    }

private:
    std::shared_ptr<const given_facts> given_;
};

template <class Eviction, class Ranking>
struct recall_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = given_ids;
    using tokens = given_tokens;
    struct bounded : workmem::default_policies::bounded {
        using eviction = Eviction;
        using ranking = Ranking;
    };
};

const std::string& string_in(const ordered_json& line, const char* name) {
    const auto at = line.find(name);
    if (at == line.end() || !at->is_string())
        refuse(std::string{"it has no \""} + name + "\" that is a string");
    return at->get_ref<const std::string&>();
}

template <class Number>
std::optional<Number> whole_in(const ordered_json& line, const char* name, Number most) {
    const auto at = line.find(name);
    if (at == line.end()) return std::nullopt;
    if (!at->is_number_unsigned() || at->get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        refuse(std::string{"its \""} + name + "\" is no whole number from 0 to " +
               std::to_string(most));
    return static_cast<Number>(at->get<std::uint64_t>());
}

std::optional<double> importance_in(const ordered_json& line) {
    const auto at = line.find("importance");
    if (at == line.end()) return std::nullopt;
    if (!at->is_number()) refuse("its \"importance\" is no number");
    return at->get<double>();
}

std::optional<workmem::timestamp> time_in(const ordered_json& line) {
    if (!line.contains("time")) return std::nullopt;
    const auto time = workmem::parse_iso8601(string_in(line, "time"));
    if (!time) refuse("its \"time\" is not of the form 2024-12-22T15:00:00Z");
    return time;
}

workmem::bounded_options limits_in(const ordered_json& line) {
    constexpr std::int64_t most = std::int64_t{1} << 31;
    const auto limit = [&](const char* name) {
        const auto given = whole_in(line, name, most).value_or(0);
        return given == 0 ? most : given;
    };
    workmem::bounded_options out;
    out.max_items = limit("max_items");
    out.max_tokens = limit("max_tokens");
    return out;
}

/// One store after the other, as the lines say.
template <class Policies>
class recalling {
public:
    recalling() { reset(ordered_json::object()); }

    void reset(const ordered_json& line) {
        const auto limits = limits_in(line);
        clock_ = workmem::manual_clock{workmem::timestamp{}};
        store_.emplace(
            limits, typename store_type::parts{
                        .clock = clock_, .ids = given_ids{given_}, .tokens = given_tokens{given_}});
    }
    void memorize(const ordered_json& line) {
        workmem::new_item what;
        what.text = string_in(line, "text");
        if (line.contains("speaker")) what.from.actor = string_in(line, "speaker");
        what.importance = importance_in(line);
        what.step = whole_in(line, "step", (std::numeric_limits<std::int64_t>::max)());
        const auto time = time_in(line);
        given_->tokens =
            whole_in<std::size_t>(line, "tokens", (std::numeric_limits<std::uint32_t>::max)());
        given_->id = string_in(line, "id");
        if (given_->id.empty()) refuse("its \"id\" is empty");
        if (time) clock_.advance(*time - clock_.now());
        const auto done = store_->try_memorize(std::move(what));
        if (!done && done.error().code() != workmem::error_code::capacity)
            refuse(done.error().message());
    }
    [[nodiscard]] ordered_json remember(const ordered_json& line) {
        ordered_json answer;
        answer["query_id"] = string_in(line, "query_id");
        const auto most =
            whole_in(line, "k", (std::numeric_limits<std::size_t>::max)()).value_or(10);
        auto& ids = answer["ids"] = ordered_json::array();
        for (auto& each : store_->remember(string_in(line, "q"), most))
            ids.push_back(std::move(each.value.id));
        if (const auto asked = line.find("stored"); asked != line.end() && *asked == true) {
            auto& stored = answer["stored"] = ordered_json::array();
            store_->for_each([&](const workmem::item& each) { stored.push_back(each.id); });
        }
        return answer;
    }

private:
    using store_type = workmem::basic_bounded_store<Policies>;

    std::shared_ptr<given_facts> given_ = std::make_shared<given_facts>();
    workmem::manual_clock clock_;
    std::optional<store_type> store_;
};

template <class Policies>
int run(std::istream& in, std::ostream& out, std::ostream& log, const progress& report) {
    recalling<Policies> stores;
    return for_each_line(in, log, report, [&](const ordered_json& line) {
        const auto& op = string_in(line, "op");
        if (op == "reset")
            stores.reset(line);
        else if (op == "memorize")
            stores.memorize(line);
        else if (op == "remember")
            out << workmem::text::to_json_text(stores.remember(line)) << '\n';
        else
            refuse("its \"op\" is " + workmem::text::quoted(op) +
                   ", not reset, memorize or remember");
    });
}

}  // namespace

int run_recall(const recall_options& options, std::istream& in, std::ostream& out,
               std::ostream& log, const progress& report) {
    namespace eviction = workmem::eviction;
    const auto with = [&](auto chosen) {
        using chosen_eviction = typename decltype(chosen)::type;
        using workmem::ranking::bm25, workmem::ranking::substring;
        return options.ranking == "substring"
                   ? run<recall_policies<chosen_eviction, substring>>(in, out, log, report)
                   : run<recall_policies<chosen_eviction, bm25>>(in, out, log, report);
    };
    if (options.eviction == "importance_guard")
        return with(std::type_identity<eviction::importance_guard>{});
    if (options.eviction == "sieve") return with(std::type_identity<eviction::sieve>{});
    if (options.eviction == "s3_fifo") return with(std::type_identity<eviction::s3_fifo>{});
    if (options.eviction == "w_tinylfu") return with(std::type_identity<eviction::w_tinylfu>{});
    return with(std::type_identity<eviction::value_density>{});
}

}  // namespace workmem_program
