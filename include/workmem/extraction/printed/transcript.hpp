#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction::printed {

/// The text of a result, without what carries it.
struct transcript {
    std::vector<std::string_view> texts{};  ///< views of the result or of what is held here
    bool is_text = false;                   ///< the result is text and nothing else
    bool failed = false;                    ///< it says so, outside of the text
    bool ended_badly = false;               ///< a program ended with another status than 0
    text::json_document parsed{};           ///< of a result that came as JSON in a text
    std::string storage{};                  ///< the text, where it had escapes of a terminal

    /// The first text, or none.
    [[nodiscard]] std::string_view text() const noexcept {
        return texts.empty() ? std::string_view{} : texts.front();
    }
};

/// Takes off MCP parts, `{llmContent, returnDisplay}`, `{output, metadata}`, `{stdout, stderr}`,
/// and, of what a program printed (`runs`), the lines around it ("Exit code: 0", "Command output:")
/// and a fence. Neither copies nor parses other text.
void read_transcript(const text::json_view& result, bool runs, transcript& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/transcript.ipp>
#endif
