#include "module.hpp"

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <dlfcn.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace workmem_program {
namespace {

namespace fs = std::filesystem;

// The detail `file` is the module, where there is one; `package` is what to install.
workmem::error cannot_use(std::string message, std::vector<workmem::error_detail> details = {}) {
    return {workmem::error_code::storage_error, std::move(message), std::move(details)};
}

/// Debian's package of a library: libpq5 of libpq.so.5.
std::string package_of(std::string_view library) {
    constexpr std::string_view middle = ".so.";
    const auto at = library.find(middle);
    return std::string{library.substr(0, at)}.append(library.substr(at + middle.size()));
}

fs::path program_file(std::error_code& problem) {
#ifdef __APPLE__
    char path[4'096];
    std::uint32_t size = sizeof path;
    if (_NSGetExecutablePath(path, &size) == 0) return fs::canonical(path, problem);
    problem = std::make_error_code(std::errc::filename_too_long);
    return {};
#else
    return fs::read_symlink("/proc/self/exe", problem);
#endif
}

/// Where it is. Only beside the program, or where an installed one has it: what is opened is run.
workmem::result<fs::path> find_module(const module_file& which) {
    std::error_code problem;
    const auto program = program_file(problem);
    if (problem) return cannot_use("cannot tell where this program is: " + problem.message());
    const auto beside = program.parent_path();
    const auto installed = beside.parent_path() / "lib" / "workmem";
    for (const auto& folder : {beside, installed})
        if (auto file = folder / which.name; fs::exists(file, problem)) return file;
    return cannot_use("there is no " + std::string{which.name} + " in " +
                          workmem::text::quoted(beside.string()) + " or " +
                          workmem::text::quoted(installed.string()) +
                          ": it is built with the program where " + std::string{which.development} +
                          " is installed",
                      {{"package", std::string{which.development}}});
}

/// Why the dynamic linker could not open it, from its message.
workmem::error not_opened(const module_file& which, const std::string& file,
                          std::string_view reason) {
    if (const auto name = file + ": "; reason.starts_with(name))
        return cannot_use(workmem::text::quoted(file) + " is no module of this program: " +
                              std::string{reason.substr(name.size())},
                          {{"file", file}});
    // "libpq.so.5: cannot open shared object file: No such file or directory"
    const auto library = reason.substr(0, reason.find(": "));
    if (library.find(".so.") == library.npos)
        return cannot_use(workmem::text::quoted(file) + " cannot be opened: " + std::string{reason},
                          {{"file", file}});
    const auto package =
        library.starts_with(which.library) ? package_of(library) : std::string{which.development};
    return cannot_use(workmem::text::quoted(file) + " needs " + std::string{library} +
                          ", which cannot be opened; on Debian and Ubuntu install it with: apt-get "
                          "install " +
                          package,
                      {{"file", file}, {"package", package}});
}

}  // namespace

workmem::result<const void*> detail::open_module(const module_file& which) {
    const auto found = find_module(which);
    if (!found) return found.error();
    const auto file = found->string();
    void* const opened = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) {
        const char* const reason = ::dlerror();
        return not_opened(which, file, reason == nullptr ? "" : reason);
    }
    // Never closed: what it made may be in use until the end.
    const void* const exported = ::dlsym(opened, "workmem_module");
    if (exported == nullptr)
        return cannot_use(workmem::text::quoted(file) + " is no module of this program",
                          {{"file", file}});
    const auto& head = *static_cast<const module_head*>(exported);
    if (std::strcmp(head.build, module_build) != 0)
        return cannot_use(workmem::text::quoted(file) + " is of another build (" + head.build +
                              ") than this program (" + module_build + "); build them together",
                          {{"file", file}});
    if (head.name != which.name)
        return cannot_use(
            workmem::text::quoted(file) + " is " + std::string{head.name} + " under another name",
            {{"file", file}});
    return exported;
}

}  // namespace workmem_program
