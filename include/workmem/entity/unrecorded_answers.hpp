#pragma once

#include <workmem/entity/changes.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Answers that wait for the next record, oldest first. What is not recorded, of more than `most`
/// the oldest, is counted.
class unrecorded_answers {
public:
    static constexpr std::size_t most = 100;

    /// What a record borrows.
    struct written {
        std::vector<entity_changes::candidate> candidates{};
        std::vector<entity_changes::answer> answers{};
        std::uint32_t left_out = 0;

        [[nodiscard]] bool empty() const noexcept { return answers.empty() && left_out == 0; }
    };

    /// Adds what was meant, and then what else was considered. Derivations quote the phrase: they
    /// are recorded only where no secret was taken out of it.
    template <class E>
    void add(timestamp time, std::string phrase, bool is_plain, const resolved_reference<E>& found,
             const std::vector<typename resolved_reference<E>::candidate>& considered) {
        kept out{time, std::move(phrase), 0, {}};
        const auto take = [&](const E& value, const auto& by) {
            using traits = entity_traits<E>;
            const key_view key{traits::type(value), traits::id(value)};
            const bool is_derived = is_plain && !by.derivation.empty();
            if (std::none_of(out.candidates.begin(), out.candidates.end(),
                             [&](const candidate& each) { return key == each.key; }))
                out.candidates.push_back({{std::string{key.type}, std::string{key.id}},
                                          by.confidence,
                                          is_derived ? by.derivation : std::string{by.reason}});
        };
        if (found.status == resolution_status::resolved && !found.candidates.empty()) {
            const auto& first = found.candidates.front();
            if (!found.together) take(first.value, first);
            for (const auto& each : found.references)
                if (each.value) take(*each.value, first);
        }
        out.meant = static_cast<std::uint32_t>(out.candidates.size());
        for (const auto& each : considered) take(each.value, each);
        answers_.push_back(std::move(out));
        if (answers_.size() <= most) return;
        answers_.erase(answers_.begin());
        leave_out();
    }
    /// One could not be added.
    void leave_out() noexcept { ++left_out_; }

    [[nodiscard]] written to_record() const {
        written out;
        std::size_t count = 0;
        for (const auto& each : answers_) count += each.candidates.size();
        out.candidates.reserve(count);
        out.answers.reserve(answers_.size());
        for (const auto& each : answers_) {
            const auto first = out.candidates.size();
            for (const auto& one : each.candidates)
                out.candidates.push_back({one.key.type, one.key.id, one.confidence, one.reason});
            out.answers.push_back(
                {each.time, each.phrase, each.meant, std::span{out.candidates}.subspan(first)});
        }
        out.left_out = left_out_;
        return out;
    }
    /// None of them is recorded; how many there were is.
    void forget() noexcept {
        left_out_ += static_cast<std::uint32_t>(answers_.size());
        answers_.clear();
    }
    void clear() noexcept {
        answers_.clear();
        left_out_ = 0;
    }

private:
    struct candidate {
        entity_key key;
        std::uint32_t confidence;
        std::string reason;
    };
    struct kept {
        timestamp time;
        std::string phrase;
        std::uint32_t meant;
        std::vector<candidate> candidates;
    };

    std::vector<kept> answers_;
    std::uint32_t left_out_ = 0;
};

}  // namespace workmem::detail
