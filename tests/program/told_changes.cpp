// told_changes FOLDER...: tells the recorded changes in each folder, whose snapshots say what
// things are called, and fails where a kind of change has no sentence of its own.
#include <workmem/text/json_document.hpp>

#include <log/told_change.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main(int count, char** arguments) {
    using namespace workmem_program;
    const auto known = told_kinds();
    int status = 0;
    for (int i = 1; i < count; ++i) {
        std::vector<std::filesystem::path> files;
        for (const auto& each : std::filesystem::directory_iterator{arguments[i]})
            if (each.path().extension() == ".json") files.push_back(each.path());
        std::sort(files.begin(), files.end());
        thing_names names;
        std::vector<std::string> records;
        for (const auto& path : files) {
            std::ifstream file{path};
            records.emplace_back(std::istreambuf_iterator<char>{file},
                                 std::istreambuf_iterator<char>{});
            const workmem::text::json_document document{records.back()};
            if (document.root().find("kind").string().ends_with(".snapshot"))
                names.learn(document.root());
        }
        for (std::size_t at = 0; at < files.size(); ++at) {
            const workmem::text::json_document document{records[at]};
            const auto told = tell_change(document.root(), names);
            if (told.kind.ends_with(".snapshot")) continue;
            std::cout << files[at].stem().string() << '\n'
                      << "    " << (told.time ? clock_of(*told.time) : "no time") << ' '
                      << told.sentence << '\n';
            names.learn(document.root());
            if (std::find(known.begin(), known.end(), told.kind) != known.end()) continue;
            std::cerr << told.kind << " has no sentence of its own\n";
            status = 1;
        }
    }
    return status;
}
