"""The scenarios that a revision requires, against our server:  run.py SERVER PACKAGES REVISION EXPECTED

Fails where a scenario fails that is not in the file of the expected failures, and where one passes that is.
"""
import pathlib
import subprocess
import sys
import tempfile

server, packages, revision, expected = sys.argv[1:]
packages = pathlib.Path(packages).resolve()
suite = packages / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
with subprocess.Popen([server], stdout=subprocess.PIPE, text=True) as serving, tempfile.TemporaryDirectory() as folder:
    try:
        url = serving.stdout.readline().strip()
        done = subprocess.run([packages / "node", suite, "server", "--url", url, "--requirements", revision,
                               "--expected-failures", pathlib.Path(expected).resolve()], cwd=folder)
    finally:
        serving.kill()
sys.exit(done.returncode)
