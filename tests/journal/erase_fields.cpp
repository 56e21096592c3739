#include "catch.hpp"

#include <workmem/journal/erase_fields.hpp>
#include <workmem/journal/writer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem::journal;

namespace {

struct remark {
    std::string by{};
    std::string said{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("by", self.by);
        archive.maybe("said", self.said, erasable);
    }
    friend bool operator==(const remark&, const remark&) = default;
};

struct report {
    std::string id{};
    std::string title{};
    std::string path{};
    std::vector<std::string> tags{};
    std::optional<std::string> body{};
    unsigned pages = 0;
    std::optional<remark> first{};
    std::vector<remark> others{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("title", self.title, erasable);
        archive("path", self.path, erasable_name);
        archive.maybe("tags", self.tags, erasable);
        archive.maybe("body", self.body, erasable);
        archive.maybe("pages", self.pages, erasable);
        archive.maybe("first", self.first);
        archive.maybe("others", self.others);
    }
};

const report whole{"r", "T", "/p", {"t"}, "", 3, remark{"ann", "x"}, {{"ben", "y"}, {"kim", ""}}};

std::string text_of(const report& value) {
    std::string out;
    writer{out}.write(value);
    return out;
}

}  // namespace

TEST_CASE("roles change nothing in what is written", "[journal][erase]") {
    CHECK(text_of(whole) == R"({"id":"r","title":"T","path":"/p","tags":["t"],"body":"","pages":3,)"
                            R"("first":{"by":"ann","said":"x"},)"
                            R"("others":[{"by":"ben","said":"y"},{"by":"kim"}]})");
}

TEST_CASE("a value loses what is erasable, also in values in it", "[journal][erase]") {
    auto value = whole;
    erase_fields(value, "r");
    CHECK(text_of(value) == R"({"id":"r","title":"erased","path":"erased:r","first":{"by":"ann"},)"
                            R"("others":[{"by":"ben"},{"by":"kim"}]})");
    const auto once = text_of(value);
    erase_fields(value, "r");
    CHECK(text_of(value) == once);
}

TEST_CASE("an object of a record loses what the same value would", "[journal][erase]") {
    const auto bytes = R"({"kind":"m.put","report":)" + text_of(whole) + '}';
    record_edit edit{"m", bytes};
    const auto object = edit.record().find("report");
    erase_fields<report>(edit, object, "r");
    erase_fields<remark>(edit, object.find("first"), "r");
    for (const auto& each : object.find("others")) erase_fields<remark>(edit, each, "r");
    auto value = whole;
    erase_fields(value, "r");
    CHECK(edit.written() == R"({"kind":"m.put","report":)" + text_of(value) + '}');
}

TEST_CASE("what an object does not hold does not come into it by an erasure", "[journal][erase]") {
    const std::string bytes = R"({"kind":"m.put","report":{"id":"r","said":"x"},"other":"y"})";
    record_edit edit{"m", bytes};
    erase_fields<report, remark>(edit, edit.record().find("report"), "r");
    erase_fields<report>(edit, edit.record().find("other"), "r");
    erase_fields<report>(edit, edit.record().find("absent"), "r");
    CHECK(edit.written() == R"({"kind":"m.put","report":{"id":"r"},"other":"y"})");
}
