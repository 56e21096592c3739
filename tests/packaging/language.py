"""language.py INCLUDE COMPILER [ARGUMENT…]: whatever header a file that is not compiled as C++20 includes first, it is
told once what is needed, and the compiler ends there."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

include, *compiler = sys.argv[1:]
headers = [path.relative_to(include).as_posix() for path in sorted(pathlib.Path(include).rglob("*.hpp"))]


def errors(header):
    """What the compiler says of a file with that header alone."""
    done = subprocess.run([*compiler, "-std=c++17", "-x", "c++", "-"], input=f"#include <{header}>\n", text=True,
                          capture_output=True, env={**os.environ, "LC_ALL": "C"})
    return re.findall(r"\berror: (.*)", done.stderr)


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    said = dict(zip(headers, pool.map(errors, headers)))
# The second is the end: a file that is not there.
wrong = [f"{header}: {len(each)} errors, {each[:3]}" for header, each in said.items()
         if len(each) != 2 or "workmem needs C++20" not in each[0] or "workmem/needs_cxx20" not in each[1]]
if wrong or len(headers) < 500:
    sys.exit("\n".join(wrong) or f"only {len(headers)} headers in {include}")
print(f"{len(headers)} headers say that they need C++20")
