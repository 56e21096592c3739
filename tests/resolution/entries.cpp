#include "resolution/entries.hpp"

#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

namespace workmem_test {

using workmem::resolution::salience;
using workmem::text::lexicon;

remembered& remembered::hear(workmem::role speaker, std::string_view text) {
    for (const auto& id : named_in(text, speaker))
        touch(id, speaker == workmem::role::user ? workmem::strength::mentioned
                                                 : workmem::strength::offered);
    return *this;
}

std::vector<std::string> remembered::named_in(std::string_view text, workmem::role speaker) const {
    const auto view = entries();
    std::vector<std::string> out;
    for (const auto& each : salience{}.mentions(view, text, speaker, lexicon::english()))
        out.emplace_back(view[each.index].id);
    return out;
}

std::string remembered::means(std::string_view text, std::string_view type) const {
    return id_of(resolve(text, type));
}

workmem::outcome remembered::resolve(std::string_view text, std::string_view type) const {
    const auto view = entries();
    const workmem::resolution::utterance said{text, lexicon::english()};
    return workmem::resolution::at_first_sight({view, said, lexicon::english(), type}).told;
}

std::string remembered::id_of(const workmem::outcome& found) const {
    if (found.status == workmem::resolution_status::ambiguous) return "?";
    if (found.status == workmem::resolution_status::unresolved) return "";
    return std::string{entries()[found.candidates.front().index].id};
}

}  // namespace workmem_test
