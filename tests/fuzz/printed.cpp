// Any text as what a tool answers, and as what it was asked.
#include "fuzzed_stream.hpp"

#include <workmem/extraction/extractor.ipp>
#include <workmem/extraction/parse/text_form.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/utf8.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

namespace workmem_test {

std::vector<std::string> fuzz_seeds() {
    return {"| id | title |\n|----|-------|\n| 7 | Lamp |\n",
            "id,title\n7,\"Cup, blue\"\n",
            "NAME    READY\nweb-1   1/1\n",
            "[FILE] a.txt\n[DIR] src\n",
            "1f22623 Find the plan\ne7b4407 B\n",
            "On branch main\n\tmodified:   a.c\n",
            "diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n",
            "src/a.c:3:5: error: no x\nsrc/b.c:9:text\n",
            "FAILED t/a.py::test_x - no\ntest a::b ... ok\n",
            "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\nE: no\n",
            "  PID CMD\n  12 node\n",
            "[{'id': 1, 'name': None}]",
            "cd src && cat 'a b' | grep x > y 2>&1; bash -c \"ls\" <<END\nEND\n",
            "Command: x\nOutput: y\nError: (none)\nExit Code: 0\n",
            "*** Begin Patch\n*** Update File: a.c\n"};
}

void check(const workmem::extracted& found) {
    for (const auto* list : {&found.entities, &found.acted_on})
        for (const auto& each : *list)
            if (each.id.empty() || each.type.empty()) std::abort();
}

void fuzz_calls(std::string_view bytes) {
    using nlohmann::json;
    const workmem::extraction::generic rules;
    const auto cut = bytes.find('\0');
    const auto asked = workmem::text::to_valid(bytes.substr(0, cut));
    const auto text =
        workmem::text::to_valid(cut == std::string_view::npos ? bytes : bytes.substr(cut + 1));
    // ids of records stay as services gave them; in what was read off text no control stands
    const bool record = text.find_first_of("{[") < text.find_first_not_of(" \t\r\n{[");
    const auto clean = [&](const workmem::extracted& found) {
        check(found);
        if (record) return;
        for (const auto* list : {&found.entities, &found.acted_on})
            for (const auto& each : *list)
                for (const char c : each.name + each.id.text())
                    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) std::abort();
    };
    clean(rules.extract("Read", json{{"file_path", asked}}, json(text)));
    clean(rules.extract("Glob", json{{"pattern", "*"}, {"path", asked}}, json(text)));
    check(rules.extract("Bash", json{{"command", asked}}, json(text)));
    check(rules.extract("Bash", json{{"command", "make"}}, json(text)));
    check(rules.extract("git_status", json{{"input", asked}}, json(text)));
}

void fuzz(std::string_view bytes) {
    fuzz_calls(bytes);
    workmem::extraction::parsed_texts texts;
    const auto found = workmem::extraction::parse_text(bytes, texts);
    if (!found.root) return;
    // what was made of it is a container that can be written and read again
    const auto written = workmem::text::to_json_text(found.root);
    if (!found.root.is_structured() || !workmem::text::json_document{written}) std::abort();
    (void)workmem::extraction::generic{}.extract(
        "list_files", nlohmann::json::object(),
        nlohmann::json(workmem::text::to_valid(bytes)));
}

}  // namespace workmem_test
