// What erasing leaves of recorded changes, for good: every golden record of every memory, without
// each subject that it names, is a line of golden/erased/<memory>.txt.
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/bounded/erasing.hpp>
#include <workmem/entity/erasing.hpp>
#include <workmem/long_term/erasing.hpp>
#include <workmem/session/erasing.hpp>
#include <workmem/task/erasing.hpp>
#include <workmem/text/json_document.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
namespace text = workmem::text;

namespace {

// Type and id of an entity; of anything else only the second is used.
using subject = std::pair<std::string, std::string>;
using eraser = std::function<std::optional<std::string>(std::string_view record)>;

struct erasing_memory {
    std::string name;
    eraser (*without)(const subject& what);
};

const erasing_memory memories[] = {
    {"entity",
     [](const subject& what) -> eraser {
         return [what](std::string_view record) {
             return workmem::without_entity<workmem::entity, workmem::identity::type_and_id>(
                 record, {what.first, what.second});
         };
     }},
    {"bounded",
     [](const subject& what) -> eraser {
         return [scrub = workmem::without_item{workmem::journal::erased_subject{what.second}}](
                    std::string_view record) mutable { return scrub(record); };
     }},
    {"session",
     [](const subject& what) -> eraser {
         return [what](std::string_view record) {
             return workmem::without_session_memory(record, what.second);
         };
     }},
    {"long_term",
     [](const subject& what) -> eraser {
         return [what](std::string_view record) {
             return workmem::without_long_term(record, what.second);
         };
     }},
    {"task", [](const subject& what) -> eraser {
         return [what](std::string_view record) {
             return workmem::without_task_text(record, what.second);
         };
     }}};

struct golden_record {
    std::string name;
    std::string bytes;
};

std::vector<golden_record> records_of(const std::string& memory) {
    std::vector<golden_record> out;
    for (const auto& each : std::filesystem::directory_iterator{"tests/journal/golden/" + memory})
        if (each.path().extension() == ".json") {
            auto bytes = content_of(each.path().string());
            while (!bytes.empty() && bytes.back() == '\n') bytes.pop_back();
            out.push_back({each.path().stem().string(), std::move(bytes)});
        }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return out;
}

// Every text that could be an id or key, with the type that stands beside it.
void collect_subjects(const text::json_view& value, const std::string& type,
                      std::set<subject>& out) {
    constexpr std::size_t longest = 32;
    if (value.is_string() && value.string().size() <= longest)
        out.emplace(type, std::string{value.string()});
    if (value.is_object() || value.is_array()) {
        const auto own = value.find("type");
        const auto beside = own.is_string() ? std::string{own.string()} : std::string{};
        for (const auto& each : value) collect_subjects(each, beside, out);
    }
}

std::string erased_lines(const erasing_memory& memory) {
    const auto records = records_of(memory.name);
    REQUIRE(records.size() >= 6);
    std::set<subject> subjects;
    for (const auto& each : records) {
        const text::json_document json{each.bytes};
        REQUIRE(json);
        collect_subjects(json.root(), {}, subjects);
    }
    std::string out;
    for (const auto& what : subjects) {
        // One sees all the records, in their order.
        const auto erase = memory.without(what);
        for (const auto& each : records)
            if (const auto left = erase(each.bytes))
                out +=
                    each.name + " without " + what.first + ' ' + what.second + '\n' + *left + '\n';
    }
    return out;
}

}  // namespace

TEST_CASE("what erasing leaves of a record is what it has always left",
          "[journal][golden][erase]") {
    for (const auto& memory : memories) {
        INFO(memory.name);
        CHECK(erased_lines(memory) ==
              content_of("tests/journal/golden/erased/" + memory.name + ".txt"));
    }
}

TEST_CASE("what is erased from a record is gone from it, however often that is asked",
          "[journal][golden][erase]") {
    for (const auto& memory : memories) {
        for (const auto& record : records_of(memory.name)) {
            std::set<subject> subjects;
            const text::json_document json{record.bytes};
            collect_subjects(json.root(), {}, subjects);
            for (const auto& what : subjects) {
                const auto left = memory.without(what)(record.bytes);
                if (!left) continue;
                INFO(record.name << " without " << what.first << ' ' << what.second);
                CHECK(text::json_document{*left});
                CHECK(memory.without(what)(*left).value_or(*left) == *left);
            }
        }
    }
}
