"""setup.py PROGRAM: a client's files say what they said, and besides that they use the memory."""
import json
import os
import shlex
import subprocess
import sys
import tomllib

from support import run_all

CLAUDE = '''{
    // mine
    "model": "opus",   "numbers": [1.0, 1e5, 12345678901234567890123],
    "hooks": {
        "PostToolUse": [
            { "matcher": "Edit", "hooks": [ { "type": "command", "command": "prettier" } ] }  /* first */
        ],
        "Stop": []
    },
    "ünïcode": "\\u00e9 é", "last": true, // yes
}
'''
CODEX = '''model = "gpt"  # mine
text = """
[mcp_servers.workmem]
command = "not this"
"""
list = [
  "[mcp_servers.workmem]", # nor this
]

[mcp_servers.other]
command = "x" # why
args = ["]", '[']

[[profiles]]
name = "a"

# the end
'''


def files(folder):
    return {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def plain(text):
    """JSON without comments and trailing commas, of these files."""
    for part in ("// mine", "/* first */", "// yes"):
        text = text.replace(part, "")
    return json.loads(text.replace('"last": true,', '"last": true'))


def commands_in(value):
    if isinstance(value, dict):
        return [text for name, each in value.items() for text in ([each] if name == "command" else commands_in(each))]
    return [text for each in value for text in commands_in(each)] if isinstance(value, list) else []


def foreign_content_stays(user):
    claude = user.home / ".claude" / "settings.json"
    claude.parent.mkdir()
    claude.write_text(CLAUDE)
    claude.chmod(0o640)
    state = user.home / ".claude.json"
    state.write_text('{"projects":{"/a":{"mcpServers":{}}},"mcpServers":{"other":{"command":"x"}}}')
    out = user.run("setup", "claude")
    assert len(out.splitlines()) == 4 and str(claude) in out and str(state) in out, out
    after = claude.read_text()
    # Every line is still there, in its order, but for a comma.
    left = iter(after.replace(",", "").split("\n"))
    assert all(line in left for line in CLAUDE.replace(",", "").split("\n")), after
    value = plain(after)
    assert value["hooks"]["PostToolUse"][0] == {"matcher": "Edit", "hooks": [{"type": "command", "command": "prettier"}]}
    assert list(value["hooks"]) == ["PostToolUse", "Stop", "SessionStart", "UserPromptSubmit"]
    assert {key: value[key] for key in ("model", "numbers", "last")} == {key: plain(CLAUDE)[key] for key in ("model", "numbers", "last")}
    assert json.loads(state.read_text())["mcpServers"]["other"] == {"command": "x"}
    assert json.loads(state.read_text())["mcpServers"]["workmem"]["args"] == ["mcp"]
    assert claude.with_name("settings.json.before-workmem").read_text() == CLAUDE
    assert claude.stat().st_mode & 0o777 == 0o640
    before = files(user.home)
    assert "as it was" in user.run("setup", "claude")
    assert files(user.home) == before
    user.run("setup", "claude", "--remove")
    assert claude.read_text() == CLAUDE
    assert json.loads(state.read_text()) == {"projects": {"/a": {"mcpServers": {}}}, "mcpServers": {"other": {"command": "x"}}}


def toml_keeps_its_comments(user):
    config = user.home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text(CODEX)
    assert "workmem, written to " in user.run("setup", "codex")
    after = config.read_text()
    assert after.startswith(CODEX)
    value = tomllib.loads(after)
    assert value["mcp_servers"]["workmem"]["args"] == ["mcp"]
    del value["mcp_servers"]["workmem"]
    assert value == tomllib.loads(CODEX)
    hooks = json.loads((config.parent / "hooks.json").read_text())
    assert list(hooks) == ["hooks"]
    before = files(user.home)
    assert "workmem, as it was in " in user.run("setup", "codex")
    assert files(user.home) == before
    # Another one of that name is replaced where it stands; of ours, only the program is set.
    other = after.replace(f'command = "{user.program}"', 'command = "npx" # its own')
    assert other != after
    config.write_text(other + "\n# behind\n[more]\na = 1\n")
    assert "workmem, in the place of another one in " in user.run("setup", "codex")
    assert config.read_text() == after + "\n# behind\n[more]\na = 1\n"
    own = after.replace('args = ["mcp"]', 'args = ["mcp", "--tools", "all"]') + "\n[mcp_servers.workmem.env]\nA = \"b\"\n"
    for command in (user.program, "/usr/old/workmem"):
        config.write_text(own.replace(user.program, command))
        user.run("setup", "codex")
        assert config.read_text() == own
    config.write_text(after + "\n# behind\n[more]\na = 1\n")
    user.run("setup", "codex", "--remove")
    assert tomllib.loads(config.read_text()) == {**tomllib.loads(CODEX), "more": {"a": 1}}
    assert all(line in config.read_text() for line in CODEX.splitlines())


def what_the_user_adds_to_ours_stays(user):
    user.run("setup", "claude")
    settings, state = user.home / ".claude" / "settings.json", user.home / ".claude.json"
    value = json.loads(settings.read_text())
    ours = value["hooks"]["PostToolUse"][0]["hooks"][0]
    ours["command"] += " --deny-tool 'mcp__bank__*'"
    ours["timeout"] = 9
    # Beside another call in its group, and written by a program that stood elsewhere.
    mine = {"type": "command", "command": "mine"}
    value["hooks"]["PostToolUse"] = [{"matcher": "Edit", "hooks": [mine, ours]}]
    settings.write_text(json.dumps(value))
    server = json.loads(state.read_text())
    server["mcpServers"]["workmem"].update(args=["mcp", "--tools", "all"], env={"A": "b"})
    state.write_text(json.dumps(server))
    before = files(user.home)
    user.run("setup", "claude")
    assert files(user.home) == before
    ours["command"] = ours["command"].replace(user.program, "/old/workmem")
    settings.write_text(json.dumps(value))
    user.run("setup", "claude")
    after = json.loads(settings.read_text())["hooks"]["PostToolUse"]
    assert after[0] == {"matcher": "Edit", "hooks": [mine]}, after
    assert commands_in(after[1:]) == [f"{user.program} hook --client claude --deny-tool 'mcp__bank__*'"], after
    settings.write_text(json.dumps(value))
    user.run("setup", "claude", "--remove")
    assert commands_in(json.loads(settings.read_text())) == ["mine"]


def what_cannot_be_merged_is_refused(user):
    codex, claude = user.home / ".codex" / "config.toml", user.home / ".claude" / "settings.json"
    for file in (codex, claude):
        file.parent.mkdir()
    for client, file, texts in (
            ("codex", codex, ('mcp_servers = { other = { command = "x" } }\n', '[mcp_servers]\nworkmem = { command = "x" }\n')),
            ("claude", claude, ("[]", '{"hooks": []}', '{"hooks": {"SessionStart": {}}}', '{"a": 1', "{" * 1000, '{"a" 1}', "{} {}"))):
        for text in texts:
            file.write_text(text)
            before = files(user.home)
            user.run("setup", client, status=2)
            assert files(user.home) == before, text
    user.run("setup", "emacs", status=105)


def each_client_finds_what_it_reads(user):
    for client, hooks, server in (("claude", ".claude/settings.json", ".mcp.json"), ("codex", ".codex/hooks.json", ".codex/config.toml"),
                                  ("gemini", ".gemini/settings.json", ".gemini/settings.json"), ("cursor", ".cursor/hooks.json", ".cursor/mcp.json")):
        shown = user.run("setup", client, "--print", "--project")
        assert str(user.project / hooks) in shown and str(user.project / server) in shown
        assert not (user.project / hooks).exists()
        assert "put workmem into the PATH" in user.run("setup", client, "--project", cwd=user.project)
        commands = set(commands_in(json.loads((user.project / hooks).read_text()))) - {"workmem"}
        assert commands == {f"workmem hook --client {client}"}, commands
        assert "workmem" in (user.project / server).read_text()
    # Nothing of the user's is touched but the store, which the first hook has no time to make.
    assert {name.rpartition("/")[0] for name in files(user.home)} == {".local/share/workmem"}
    assert "experimental" in user.run("setup", "--help")


def a_link_is_followed(user):
    real = user.home / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}")
    (user.home / ".gemini").mkdir()
    (user.home / ".gemini" / "settings.json").symlink_to(real)
    user.run("setup", "gemini")
    assert (user.home / ".gemini" / "settings.json").is_symlink()
    assert "BeforeAgent" in real.read_text()
    # Also where nothing is there yet.
    real.unlink()
    user.run("setup", "gemini")
    assert (user.home / ".gemini" / "settings.json").is_symlink()
    assert "BeforeAgent" in real.read_text()


def several_may_be_started_at_once(user):
    running = [subprocess.Popen([user.program, "setup", "claude"], stdout=subprocess.DEVNULL, env=user.environment, cwd=user.project)
               for _ in range(6)]
    assert [each.wait(60) for each in running] == [0] * 6
    assert json.loads((user.home / ".claude.json").read_text())["mcpServers"]["workmem"]["args"] == ["mcp"]
    assert not list(user.home.rglob("*.workmem-[0-9]*"))


def from_an_empty_home_to_a_session_that_knows(user):
    """A person's path: what `setup` wrote is what runs."""
    user.run("setup", "claude")
    settings = json.loads((user.home / ".claude" / "settings.json").read_text())

    def happens(name, session, **more):
        out = b""
        for group in settings["hooks"].get(name, []):
            for each in group["hooks"]:
                assert each["type"] == "command"
                done = subprocess.run(each["command"], shell=True, input=json.dumps(user.event(name, session, **more)).encode(),
                                      capture_output=True, env=user.environment, cwd=user.project, timeout=each["timeout"])
                assert done.returncode == 0 and done.stderr == b"", done
                out += done.stdout
        return json.loads(out)["hookSpecificOutput"]["additionalContext"] if out else ""

    assert happens("SessionStart", "monday", source="startup") == ""
    happens("PostToolUse", "monday", tool_name="Read", tool_input={"file_path": str(user.project / "src/cart.py")},
            tool_response={"type": "text", "file": {"filePath": str(user.project / "src/cart.py"), "content": "x"}})
    happens("PostToolUse", "monday", tool_name="mcp__github__get_issue", tool_input={"issue_number": 7},
            tool_response=[{"type": "text", "text": json.dumps({"number": 7, "title": "Cart loses items", "body": "long"})}])
    assert happens("UserPromptSubmit", "monday", prompt="fix that issue") == 'workmem: "that issue" is issue 7 "Cart loses items"'
    server = json.loads((user.home / ".claude.json").read_text())["mcpServers"]["workmem"]
    lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                 "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
             {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory_remember", "arguments": {
                 "content": "Prices are in cents", "for_good": True}}}]
    done = subprocess.run([server["command"], *server["args"]], input="".join(json.dumps(each) + "\n" for each in lines).encode(),
                          capture_output=True, env=user.environment, cwd=user.project, timeout=30)
    assert b'"isError"' not in done.stdout and done.returncode == 0, done
    told = happens("SessionStart", "tuesday", source="startup")
    for known in ("Prices are in cents", 'issue "Cart loses items" (7)', "cart.py"):
        assert known in told, told
    assert happens("UserPromptSubmit", "tuesday", prompt="go on with that issue") == 'workmem: "that issue" is issue 7 "Cart loses items"'
    user.run("setup", "claude", "--remove")
    assert "hook" not in (user.home / ".claude" / "settings.json").read_text()
    user.run("forget", "--all")
    assert "nothing is known yet" in user.run("what")


run_all(sys.argv[1], [foreign_content_stays, toml_keeps_its_comments, what_the_user_adds_to_ours_stays, what_cannot_be_merged_is_refused,
                      each_client_finds_what_it_reads, a_link_is_followed,
                      several_may_be_started_at_once, from_an_empty_home_to_a_session_that_knows])
