#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/noun_words.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/inflection.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::extraction {

/// `PullRequests` → `pull_request`; empty for what is no name of a kind; of `vendor#kind`,
/// `vendor.kind` and `vendor/kind` what stands last.
[[nodiscard]] std::string canonical_noun(std::string_view text);

/// `appointment` for `appt`; any other noun as it is.
[[nodiscard]] std::string long_noun(std::string noun);

/// The ways in which the fields of a result may spell a noun: `pull_request`, `pull_requests`, and
/// the same for its shorter tails (`request`) and short forms (`pr`).
class noun_forms {
public:
    static constexpr std::size_t limit = 5;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    noun_forms() = default;
    /// The noun in snake_case, singular. Tails beyond the fifth are left out.
    explicit noun_forms(std::string_view noun);

    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const std::string& one(std::size_t i) const noexcept { return one_[i]; }
    [[nodiscard]] const std::string& many(std::size_t i) const noexcept { return many_[i]; }
    /// The noun that a form stands for: of a short form the long one.
    [[nodiscard]] const std::string& noun(std::size_t i) const noexcept { return noun_[i]; }
    [[nodiscard]] const std::string& whole() const noexcept { return one_[0]; }
    /// `field_hash(whole())`; that of no word when there is no noun.
    [[nodiscard]] std::uint64_t whole_hash() const noexcept { return hash_one_[0]; }

    /// What a phrase without its head is called by: `lock_name` for `lock_pair`. Empty for one
    /// word.
    [[nodiscard]] const std::string& owner_name() const noexcept { return owner_name_; }

    /// Which form a field name is, the whole noun first; `none` if it is another word.
    [[nodiscard]] std::size_t match(std::uint64_t hash) const noexcept {
        for (std::size_t i = 0; i < count_; ++i)
            if (hash == hash_one_[i] || hash == hash_many_[i]) return i;
        return none;
    }
    /// What follows the noun in a field name (`Id` in `CrateId`); null data if another word stands
    /// there. `which` tells the form.
    [[nodiscard]] std::string_view rest(std::string_view name, std::size_t& which) const noexcept {
        if (!may_begin(name)) return {};
        for (which = 0; which < count_; ++which)
            if (const auto rest = field_rest(name, one_[which]); rest.data()) return rest;
        return {};
    }

private:
    void add(std::string_view form, std::string_view noun);

    // Which letters the forms begin with: most names show by it that they are other words.
    static constexpr std::uint32_t initial(char c) noexcept {
        return std::uint32_t{1} << (static_cast<unsigned char>(c) & 31U);
    }
    [[nodiscard]] bool may_begin(std::string_view name) const noexcept {
        return !name.empty() &&
               (detail::separates(name.front()) || (initials_ & initial(name.front())) != 0);
    }

    std::array<std::string, limit> one_;
    std::array<std::string, limit> many_;
    std::array<std::string, limit> noun_;
    std::array<std::uint64_t, limit> hash_one_{};
    std::array<std::uint64_t, limit> hash_many_{};
    std::string owner_name_;
    std::uint32_t initials_ = 0;
    std::size_t count_ = 0;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/nouns.ipp>
#endif
