// `workmem recall`: what a store finds again of what it was told, one JSON line a question.
#pragma once

#include "lines.hpp"

#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/ranking/substring.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

/// The names that `--ranking` takes.
inline constexpr const char* rankings[] = {"bm25", "substring"};

/// Items in the order in which they came, found by a ranking; ties go to the more important one,
/// then to the newer.
template <workmem::ranking::policy Ranking>
class recalling_store {
public:
    void reset() {
        ranking_.clear();
        items_.clear();
    }
    void memorize(std::string id, std::string_view speaker, std::string_view text,
                  std::uint32_t importance_ppm) {
        const auto slot = static_cast<std::uint32_t>(items_.size());
        ranking_.add(slot, {text, speaker, slot});
        items_.push_back({std::move(id), importance_ppm});
    }
    /// The ids of at most `most` items, best first.
    [[nodiscard]] std::vector<std::string> remember(std::string_view prompt,
                                                    std::size_t most) const {
        std::vector<std::string> out;
        for (const auto& hit : ranking_.search(prompt, most, by_importance{items_}).hits)
            out.push_back(items_[hit.slot].id);
        return out;
    }
    [[nodiscard]] std::vector<std::string> stored() const {
        std::vector<std::string> out;
        for (const auto& each : items_) out.push_back(each.id);
        return out;
    }

private:
    struct item {
        std::string id;
        std::uint32_t importance_ppm;
    };
    struct by_importance {
        const std::vector<item>& items;

        [[nodiscard]] static bool accepts(std::uint32_t) noexcept { return true; }
        [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const noexcept {
            return items[a].importance_ppm > items[b].importance_ppm;
        }
    };

    Ranking ranking_;
    std::vector<item> items_;
};

namespace detail {

inline const std::string& string_in(const nlohmann::ordered_json& line, const char* name) {
    const auto at = line.find(name);
    if (at == line.end() || !at->is_string())
        refuse(std::string{"it has no \""} + name + "\" that is a string");
    return at->get_ref<const std::string&>();
}

inline std::uint32_t importance_in(const nlohmann::ordered_json& line) {
    const auto at = line.find("importance");
    if (at == line.end()) return 500'000;
    const double value = at->is_number() ? at->get<double>() : -1;
    if (!(value >= 0 && value <= 1)) refuse("its \"importance\" is no number from 0 to 1");
    return static_cast<std::uint32_t>(std::lround(value * 1'000'000));
}

inline std::size_t most_in(const nlohmann::ordered_json& line) {
    const auto at = line.find("k");
    if (at == line.end()) return 10;
    if (!at->is_number_unsigned()) refuse("its \"k\" is no whole number from 0");
    return at->get<std::size_t>();
}

inline void refuse_limits(const nlohmann::ordered_json& line) {
    for (const auto* const name : {"max_items", "max_tokens"})
        if (const auto at = line.find(name); at != line.end() && *at != 0)
            refuse(std::string{"its \""} + name + "\" is not 0: nothing is evicted here");
}

}  // namespace detail

/// Reads lines whose `op` is `reset`, `memorize` (`id`, `text`, `speaker`, `importance`) or
/// `remember` (`query_id`, `q`, `k`, `stored`), and answers each of the last with a line
/// `{"query_id", "ids"[, "stored"]}`. A line that cannot be used is reported to `log` with its
/// number and skipped; then the answer is 1, else 0.
template <class Store>
int run_recall(std::istream& in, std::ostream& out, std::ostream& log,
               const progress& report = {}) {
    using nlohmann::ordered_json;
    Store store;
    return for_each_line(in, log, report, [&](const ordered_json& line) {
        const auto& op = detail::string_in(line, "op");
        if (op == "reset") {
            detail::refuse_limits(line);
            store.reset();
        } else if (op == "memorize") {
            const auto speaker = line.find("speaker");
            store.memorize(
                detail::string_in(line, "id"),
                speaker == line.end() ? std::string{} : detail::string_in(line, "speaker"),
                detail::string_in(line, "text"), detail::importance_in(line));
        } else if (op == "remember") {
            ordered_json answer;
            answer["query_id"] = detail::string_in(line, "query_id");
            answer["ids"] = store.remember(detail::string_in(line, "q"), detail::most_in(line));
            if (const auto stored = line.find("stored"); stored != line.end() && *stored == true)
                answer["stored"] = store.stored();
            out << answer.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
        } else {
            refuse("its \"op\" is \"" + op + "\", not reset, memorize or remember");
        }
    });
}

/// `run_recall` with the ranking of that name, one of `rankings`.
inline int run_recall(const std::string& ranking, std::istream& in, std::ostream& out,
                      std::ostream& log, const progress& report = {}) {
    if (ranking == "substring")
        return run_recall<recalling_store<workmem::ranking::substring>>(in, out, log, report);
    return run_recall<recalling_store<workmem::ranking::bm25>>(in, out, log, report);
}

}  // namespace workmem_program
