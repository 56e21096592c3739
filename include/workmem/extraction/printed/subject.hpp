#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/command_line.hpp>
#include <workmem/extraction/printed/readers.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/text/json_view.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction::printed {

/// What the arguments of a call say about the text that it returns, and about what it did.
struct subject {
    bool runs = false;     ///< it runs a command line
    bool acts = false;     ///< it changes what it names
    bool content = false;  ///< the text is what files or pages hold, or confirms: not to be read
    bool listed =
        false;  ///< the text lists or shows places; what is named here was only looked through
    std::vector<std::string> files{}, directories{}, branches{}, urls{};
    std::vector<std::string> gone{};  ///< files that it removes
    std::vector<std::string> gone_branches{};
    bool rows = false;           ///< the command line asks for a list: `git tag`, `crontab -l`
    bool named_file = false;     ///< the argument can be nothing but a file's path
    bool prints_branch = false;  ///< the text is the name of a branch
    reading how{};
    std::string asks{};   ///< what the command line would be called as a tool: `kubectl_get_pods`
    std::string table{};  ///< what a query reads
    std::string_view title{};  ///< what the call says that the thing it makes is called
    std::vector<std::string> programs{};

    /// Whether the arguments say anything.
    [[nodiscard]] explicit operator bool() const noexcept {
        return runs || content || listed || !files.empty() || !directories.empty() ||
               !gone.empty() || !urls.empty() || !branches.empty();
    }
};

/// Reads a command line, paths, a patch, the address of a page and a query off the arguments of a
/// call. Bounded work, whatever the arguments hold.
[[nodiscard]] subject read_subject(const tool_name& tool, const text::json_view& arguments);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/subject.ipp>
#endif
