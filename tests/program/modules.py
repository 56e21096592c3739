"""modules.py PROGRAM ENGINE...: what the program is linked with, and what it opens when it is asked for it."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
MODULES = [f"workmem-{name}.so" for name in sys.argv[2:]]
# How a module is asked for, and what there is of a server: nothing listens at port 1.
ASKING = {
    "workmem-redis.so": (["log", "redis://127.0.0.1:1"], "Connection refused"),
    "workmem-postgres.so": (["log", "postgresql://127.0.0.1:1/memories"], "Connection refused"),
    "workmem-http.so": (["serve", "--tokens", "none", "--tenants", "none", "--port", "0"], "there is no token"),
}
DEVELOPMENT = {"workmem-redis.so": "libhiredis-dev", "workmem-postgres.so": "libpq-dev", "workmem-http.so": "libcpp-httplib-dev"}


def closure(file):
    """The names of the libraries that a file is loaded with."""
    listed = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
    return {line.split()[0].rsplit("/")[-1]: (re.search(r"=> (/\S+)", line) or [None, None])[1]
            for line in listed.splitlines()}


def says(command, *patterns, cwd=None, **environment):
    """What a command that fails says."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})
    for pattern in patterns:
        assert done.returncode == 2 and re.search(pattern, done.stderr), (command, done.returncode, done.stderr, pattern)
    return done.stderr


def the_program_needs_only_what_every_command_needs(_):
    of_language = r"linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|libc\+\+(abi)?|libunwind|libatomic"
    of_sanitizers = r"lib[aut]b?san|libresolv"
    allowed = re.compile(rf"({of_language}|{of_sanitizers}|libfmt|libsqlite3)\.so.*")
    needed = closure(program)
    sqlite = [path for name, path in needed.items() if name.startswith("libsqlite3") and path]
    also = set().union(*map(closure, sqlite))
    unexpected = [name for name in needed if not allowed.fullmatch(name) and name not in also]
    assert not unexpected, f"the program is linked with {unexpected}"


def alone(folder):
    """The program where there are no modules."""
    (folder / "bin").mkdir(exist_ok=True)
    return shutil.copy(program, folder / "bin" / "workmem")


def what_is_missing_is_named(folder):
    for name, (asking, _) in ASKING.items():
        says([alone(folder), *asking],
             rf'there is no {name} in "{folder}/bin" or "{folder}/lib/workmem": it is built with the program where '
             rf"{DEVELOPMENT[name]} is installed\n")
    says([alone(folder), "bench", "agent", "--gold", "/dev/null", "--against", "http://127.0.0.1:1", "/dev/null"],
         "there is no workmem-http.so")
    (folder / "store").mkdir()
    says([alone(folder), "inspect", folder / "store", "--serve"], "there is no workmem-http.so")
    # What needs no module works.
    assert subprocess.run([alone(folder), "log", folder / "store"], capture_output=True).returncode == 0


def the_password_of_a_store_is_not_printed(folder):
    for scheme in ("redis", "postgresql"):
        said = says([alone(folder), "log", f"{scheme}://ann:hush@127.0.0.1/x"], f'cannot open "{scheme}://127.0.0.1/x": there is no ')
        assert "hush" not in said, said


def modules_come_from_beside_the_program_or_from_where_they_are_installed(folder):
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for name in MODULES:
        shutil.copy(program.parent / name, elsewhere)
        says([alone(folder), *ASKING[name][0]], f"there is no {name}", cwd=elsewhere, LD_LIBRARY_PATH=str(elsewhere))
    installed = folder / "lib" / "workmem"
    installed.mkdir(parents=True)
    for name in MODULES:
        asking, answer = ASKING[name]
        moved = shutil.move(elsewhere / name, installed)
        says([alone(folder), *asking], answer, cwd=folder)
        shutil.move(moved, folder / "bin")
        says([alone(folder), *asking], answer, cwd=folder)


def what_is_no_module_is_refused(folder):
    library = next(path for name, path in closure(program).items() if name.startswith("libc.so") and path)
    for name, (asking, _) in ASKING.items():
        file = folder / "bin" / name
        command = [alone(folder), *asking]
        for content in (b"", b"#!/bin/sh\nexit 1\n", pathlib.Path(library).read_bytes()):
            file.write_bytes(content)
            says(command, f'"{file}" is no module of this program')
        file.unlink()


def changed(folder, name, before, after):
    """A module whose bytes are others."""
    content = (program.parent / name).read_bytes()
    assert before in content and len(before) == len(after), (name, before)
    (folder / "bin" / name).write_bytes(content.replace(before, after))
    return [alone(folder), *ASKING[name][0]]


def a_module_of_another_build_is_refused(folder):
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    (folder / "bin").mkdir()
    for name in MODULES:
        # Another compiler, or other types that pass between the two.
        interface = re.search(rf"{version} \((\w+)\), compiler ".encode(), (program.parent / name).read_bytes())[1]
        for before, after in [(b"), compiler", b"), Compiler"), (interface, interface[::-1])]:
            says(changed(folder, name, before, after),
                 rf'{name}" is of another build \({version} .*\) than this program \({version} \(\w+\), compiler ')


def a_module_under_another_name_is_refused(folder):
    for name in MODULES:
        for other in set(ASKING) - {name}:
            command = [alone(folder), *ASKING[other][0]]
            shutil.copy(program.parent / name, folder / "bin" / other)
            says(command, f'{other}" is {name} under another name')
            (folder / "bin" / other).unlink()


def the_package_of_a_missing_library_is_named(folder):
    own = {"workmem-redis.so": "libhiredis", "workmem-postgres.so": "libpq", "workmem-http.so": "libcpp-httplib"}
    (folder / "bin").mkdir()
    for name in MODULES:
        for library in closure(program.parent / name):
            if library.startswith(own[name]):
                # Another version, which is not there.
                other = re.sub(r"\d$", "x", library)
                says(changed(folder, name, library.encode() + b"\0", other.encode() + b"\0"),
                     rf"needs {re.escape(other)}, which cannot be opened; .*: apt-get install {re.escape(other.replace('.so.', ''))}\n")


for case in (the_program_needs_only_what_every_command_needs, what_is_missing_is_named,
             the_password_of_a_store_is_not_printed,
             modules_come_from_beside_the_program_or_from_where_they_are_installed, what_is_no_module_is_refused,
             a_module_of_another_build_is_refused, a_module_under_another_name_is_refused,
             the_package_of_a_missing_library_is_named):
    with tempfile.TemporaryDirectory() as scratch:
        case(pathlib.Path(scratch).resolve())
    print(case.__name__.replace("_", " "), flush=True)
