#include "plug.hpp"

#if WORKMEM_PROGRAM_SQLITE

#include "plug_crew.hpp"
#include "plug_puller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>

#include <unistd.h>

namespace workmem_program {
namespace plug {
namespace {

/// A folder that is gone when it is not needed any more.
class scratch_folder {
public:
    scratch_folder()
        : path_{(std::filesystem::temp_directory_path() / "workmem-demo-XXXXXX").string()} {
        if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

}  // namespace
}  // namespace plug

plug_outcome pull_the_plug(std::ostream& out, const plug_options& options, bool on_terminal) {
    using namespace plug;
    const scratch_folder folder;
    setting with;
    with.folder = folder.path();
    with.seed = options.seed.value_or(std::random_device{}() % 1'000'000);
    // So long that the tasks outlast the kills, which cost a third of the work.
    with.work_time = between_kills * 3 / 4 * static_cast<int>(options.kills) * workers / all_tasks +
                     milliseconds{20};
    with.lease = std::max(milliseconds{1'000}, with.work_time * 2);
    out << fmt::format(
        "Pull the plug: {} workers and an orchestrator, {} tasks, {} kills (seed {})\n", workers,
        all_tasks, options.kills, with.seed);
    auto outcome = puller{out, options, with, on_terminal}.run();
    if (!options.store_file.empty())
        std::filesystem::copy_file(with.folder + "/team.db", options.store_file,
                                   std::filesystem::copy_options::overwrite_existing);
    return outcome;
}

}  // namespace workmem_program

#endif
