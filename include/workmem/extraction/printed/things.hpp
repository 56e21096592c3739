#pragma once

#include <workmem/config.hpp>
#include <workmem/value/entity.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction::printed {

/// What was read off a text: things of some types, each with its place among those of its type,
/// no more than a number of each. Names and ids come out clean, and nothing is without a name.
class things {
public:
    struct limits {
        std::size_t of_a_type = 10;
        std::size_t name_bytes = 200;
        std::size_t id_bytes = 1024;
    };
    explicit things(const limits& most) : most_{most} {}

    /// A thing with an id and a name; one that is there already stays where it is.
    void add(std::string_view type, std::string_view id, std::string_view name);
    /// A file, or a directory, by its path.
    void add_file(std::string_view path) { add_path("file", path); }
    void add_directory(std::string_view path) { add_path("directory", path); }
    /// Something else at a place in a file: an error.
    void add_at(std::string_view type, std::string_view path, std::string_view line,
                std::string_view column, std::string_view name);
    /// What is said of the last one that came in.
    void describe(std::string_view attribute, std::string_view value);
    /// More things of the text that nobody looked at.
    void omit(std::size_t count) noexcept { omitted_ += count; }

    [[nodiscard]] bool empty() const noexcept { return found_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return found_.size(); }
    [[nodiscard]] std::size_t omitted() const noexcept { return omitted_; }
    /// The things in the order in which they came in.
    [[nodiscard]] std::vector<entity>& found() noexcept { return found_; }

private:
    void add_path(std::string_view type, std::string_view path);

    limits most_;
    std::vector<entity> found_;
    std::size_t omitted_ = 0;
    bool added_ = false;    // by the last call
    std::string left_out_;  // the last one beyond the limit
};

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/things.ipp>
#endif
