"""setup.py PROGRAM: a client's files say what they said, and besides that they use the memory."""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib

from support import run_all, surely

# The clients' files are in the home folder unless a test says another place.
for variable in ("CLAUDE_CONFIG_DIR", "GEMINI_CLI_HOME"):
    os.environ.pop(variable, None)

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
    assert "workmem, in the place of another one in " in user.run("setup", "codex", "--force")
    assert config.read_text() == after + "\n# behind\n[more]\na = 1\n"
    own = after.replace('args = ["mcp"]', 'args = ["mcp", "--tools", "all"]') + "\n[mcp_servers.workmem.env]\nA = \"b\"\n"
    for command in (user.program, "/usr/old/workmem"):
        config.write_text(own.replace(user.program, command))
        user.run("setup", "codex")
        assert config.read_text() == own
    config.write_text(after + "\n# behind\n[more]\na = 2\n")
    user.run("setup", "codex", "--remove")
    assert tomllib.loads(config.read_text()) == {**tomllib.loads(CODEX), "more": {"a": 2}}
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
    ours["command"] = ours["command"].replace("/old/workmem", user.program)
    assert after == [{"matcher": "Edit", "hooks": [mine, ours]}], after
    settings.write_text(json.dumps(value))
    user.run("setup", "claude", "--remove")
    assert commands_in(json.loads(settings.read_text())) == ["mine"]


def hooks_of(user, calls, *options, client="claude", event="PostToolUse"):
    """What is there for an event, with these groups for it, after `setup`."""
    settings = user.home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps({"hooks": {event: calls}}))
    user.run("setup", client, *options)
    before = files(user.home)
    assert "hooks    SessionStart, UserPromptSubmit, PostToolUse, as it was in" in user.run("setup", client, *options)
    assert files(user.home) == before
    return json.loads(settings.read_text()).get("hooks", {}).get(event)


def group(command, matcher=None, **more):
    call = {"type": "command", "command": command, **more}
    return {"hooks": [call]} if matcher is None else {"matcher": matcher, "hooks": [call]}


def of_our_call_only_the_program_is_set(user):
    narrowed = "{} hook --client claude --deny-tool 'mcp__bank__*'"
    commands = [prefix + narrowed for prefix in ("", "nice -n 10 ", "WORKMEM_DAYS=1 ", "cd /x && ")]
    commands += ["{} hook --client claude" + end for end in ("", " || true", "; true", ">/dev/null", "\n")]
    commands += ["sh -c '{} hook --client claude'", 'sh -c "exec {} hook --client claude"']
    for program in ("workmem", "/x/workmem", "~/bin/workmem", "/a\\ b/workmem", "{0}/a b/workmem{0}", "{0}/it{0}\\{0}{0}s/workmem{0}"):
        outside = [command for command in commands if program[0] != "{" or not command.startswith("sh")]
        for word in {program.replace("{0}", quote) for quote in "'\""}:
            after = hooks_of(user, [group(each.format(word), "mcp__.*", timeout=2) for each in outside])
            assert after == [group(each.format(user.program), "mcp__.*", timeout=2) for each in outside], (word, after)
    assert hooks_of(user, [group('sh -c "\\"/a b/workmem\\" hook --client claude"')]) == [group(f'sh -c "{user.program} hook --client claude"')]
    made = [group(f'{path}/workmem hook --client claude') for path in ("$(dirname x)", "`dirname x`")]
    assert hooks_of(user, made) == made
    # Several are several, unless one says nothing that another does not say.
    several = [group(narrowed.format("{}"), "mcp__.*"), group("{} hook --client claude", "Read", timeout=2),
               group("{} hook --client claude", "Read", timeout=9), {"matcher": "Read", **group("mine")}]
    of = lambda program: json.loads(json.dumps(several).replace("{}", program))
    assert hooks_of(user, of("/x/workmem")) == of(user.program)
    assert hooks_of(user, of("/x/workmem") + of("workmem")[:3]) == of(user.program)
    both = {"hooks": group("mine")["hooks"] + group("/x/workmem hook --client claude")["hooks"] * 2}
    assert hooks_of(user, [both]) == [{"hooks": group("mine")["hooks"] + group(f"{user.program} hook --client claude")["hooks"]}]


def another_program_of_a_like_name_is_left_alone(user):
    others = [group(command) for command in (
        "~/my-workmem-fork/audit.sh hook --client claude-audit", "~/my-workmem-fork/audit.sh hook --client claude",
        "/x/workmem-fork hook --client claude", "/x/my-workmem hook --client claude", "/workmem/run hook --client claude",
        "workmem hook --client claude-audit", "workmem hook --client claude2", "echo workmem; x hook --client claude")]
    ours = {"hooks": [{"type": "command", "command": f"{user.program} hook --client claude", "timeout": 5}]}
    assert hooks_of(user, others) == [*others, ours]
    user.run("setup", "claude", "--remove")
    assert json.loads((user.home / ".claude" / "settings.json").read_text())["hooks"] == {"PostToolUse": others}


def only_another_program_is_said_to_be_replaced(user):
    state, codex = user.home / ".claude.json", user.home / ".codex" / "config.toml"
    codex.parent.mkdir()
    for command, said in (("/old/workmem", "workmem, written to"), ("npx", "workmem, in the place of another one in"),
                          (user.program, "workmem, as it was in")):
        state.write_text(json.dumps({"mcpServers": {"workmem": {"command": command, "args": ["mcp"]}}}))
        assert said in user.run("setup", "claude", "--force"), command
        codex.write_text(f'[mcp_servers.workmem]\ncommand = "{command}"\nargs = ["mcp"]\n')
        assert said in user.run("setup", "codex", "--force"), command
    # Where one file has both, that the hooks are new says nothing about the server.
    gemini = user.home / ".gemini" / "settings.json"
    gemini.parent.mkdir()
    gemini.write_text(json.dumps({"mcpServers": {"workmem": {"command": user.program, "args": ["mcp"]}}}))
    assert "another one" not in user.run("setup", "gemini")


def another_server_of_the_name_is_replaced_by_force_only(user):
    texts = {"claude": (".claude.json", '{"mcpServers":{"workmem":{"command":"npx"}}}'),
             "codex": (".codex/config.toml", '[mcp_servers.workmem]\ncommand = "npx"\n')}
    for client, (file, before) in texts.items():
        path = user.home / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(before)
        done = subprocess.run([user.program, "setup", client], env=user.environment, cwd=user.project, capture_output=True, text=True)
        assert done.returncode == 2 and str(path) in done.stderr and "in its place with --force" in done.stderr, done
        user.run("setup", client, "--remove")
        assert path.read_text() == before
        user.run("setup", client, "--force")
        assert user.program in path.read_text()
        user.run("setup", client, "--remove")
        assert path.read_text() == before


def a_file_that_setup_made_goes_with_it(user):
    for client in ("claude", "codex", "gemini", "cursor"):
        for _ in range(2):
            user.run("setup", client)
            user.run("setup", client, "--remove")
            assert not [each for each in user.home.rglob("*") if each.is_file() and user.data not in each.parents], client
        # With what the user has added, the file stays; what ours had is kept beside it.
        user.run("setup", client)
        made = [each for each in user.home.rglob("*.json") if user.data not in each.parents]
        for each in made:
            each.write_text(each.read_text().rstrip()[:-1].rstrip() + ', "a": 1}')
        user.run("setup", client, "--remove")
        for each in made:
            assert json.loads(each.read_text())["a"] == 1
            assert list(each.parent.glob(each.name + ".before-workmem*"))
        for each in list(user.home.rglob("*")):
            if each.is_file() and user.data not in each.parents:
                each.unlink()


def comments_of_others_stay(user):
    state = user.home / ".claude.json"
    ours = '"workmem": {"command": "/x/workmem"}'
    for before, after in (
            (f'{{"mcpServers": {{\n  {ours}, // production, careful\n  "prod": {{}}\n}}}}',
             '{"mcpServers": {\n  // production, careful\n  "prod": {}\n}}'),
            (f'{{"mcpServers": {{\n  {ours}, \n  // production\n  "prod": {{}}\n}}}}',
             '{"mcpServers": {\n  // production\n  "prod": {}\n}}'),
            (f'{{"mcpServers": {{\n  "prod": {{}}, // one\n  {ours} // two\n  // three\n}}}}',
             '{"mcpServers": {\n  "prod": {} // one\n  // two\n  // three\n}}'),
            (f'{{"mcpServers": {{\n  "prod": {{}}, // one\n  {ours} }}}}', '{"mcpServers": {\n  "prod": {} // one\n  }}'),
            (f'{{"mcpServers": {{\n  "prod": {{}}, // one\n  {ours}, // two\n}}}}',
             '{"mcpServers": {\n  "prod": {}, // one\n  // two\n}}'),
            (f'{{"mcpServers": {{\n  {ours} /* a */ , /* b */ "prod": {{}}\n}}}}',
             '{"mcpServers": {\n  /* a */  /* b */ "prod": {}\n}}'),
            (f'{{"mcpServers": {{\n  // mine\n  {ours}\n}}}}', '{"mcpServers": {\n  // mine\n}}'),
            (f'{{"a": 1, "mcpServers": {{ {ours} }} /* end */ }}', '{"a": 1 /* end */ }'),
            (f'{{"mcpServers": {{"a": {{}}, {ours}, "b": {{}}}}}}', '{"mcpServers": {"a": {}, "b": {}}}'),
            (f'{{"mcpServers": {{"a": {{}},\r\n  {ours},\r\n  "b": {{}}}}}}', '{"mcpServers": {"a": {},\r\n  "b": {}}}'),
            (f'{{"mcpServers": {{{ours}, "b": {{}}}}}}', '{"mcpServers": {"b": {}}}'),
            (f'{{"mcpServers": {{"a": {{}}, {ours}}}}}', '{"mcpServers": {"a": {}}}')):
        state.write_bytes(before.encode())
        user.run("setup", "claude", "--remove")
        assert state.read_bytes() == after.encode(), (before, state.read_bytes())
        # It is still what a client reads.
        user.run("setup", "claude")
        assert '"mcp"' in state.read_text()


def a_folder_that_the_client_is_told_is_followed(user):
    for client, variable, hooks, server in (("claude", "CLAUDE_CONFIG_DIR", "settings.json", ".claude.json"),
                                            ("codex", "CODEX_HOME", "hooks.json", "config.toml"),
                                            ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json", ".gemini/settings.json")):
        folder = user.home / "chosen" / client
        out = user.run("setup", client, environment={variable: str(folder)})
        assert str(folder / hooks) in out and str(folder / server) in out, out
        assert set(files(folder)) == {hooks, server}
        assert f"--client {client}" in (folder / hooks).read_text() and "workmem" in (folder / server).read_text()
        user.run("setup", client, "--remove", environment={variable: str(folder)})
        assert not (folder / hooks).exists() and not (folder / server).exists()
        assert str(user.project) in user.run("setup", client, "--print", "--project", environment={variable: str(folder)})
        for none in ("", "some/where"):
            shown = user.run("setup", client, "--print", environment={variable: none})
            assert shown == user.run("setup", client, "--print") and "some/where" not in shown
    assert not any((user.home / name).exists() for name in (".claude", ".claude.json", ".codex", ".gemini"))


def codex_is_told_all_that_is_to_be_done(user):
    config = user.home / ".codex" / "config.toml"
    config.parent.mkdir()
    for text in ("[features]\nhooks = false # not yet\n", "features.hooks=false\n", "features = { a = true, hooks = false }\n",
                 "[features]\na = true\ncodex_hooks = false\n"):
        config.write_text(text)
        out = user.run("setup", "codex").splitlines()
        assert len(out) == 4 and out[3].startswith(f"now      hooks are off in {config}: set hooks = true under [features], then "), out
        assert "/hooks" in out[3] and config.read_text().startswith(text)
        assert "hooks are off" in user.run("setup", "codex") and "hooks are off" not in user.run("setup", "codex", "--remove")
    for text in ("[features]\nhooks = true\n", "[other]\nhooks = false\n", "# [features]\n# hooks = false\n", "[features]\n# hooks = false\n"):
        config.write_text(text)
        assert "hooks are off" not in user.run("setup", "codex"), text
    out = user.run("setup", "codex", "--project").splitlines()
    assert len(out) == 4 and "put workmem into the PATH" in out[3] and "/hooks" in out[3], out


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
    for text in ('mcp_servers.workmem = { command = "x" }\n', '[mcp_servers]\nworkmem = { command = "x" }\n',
                 'mcp_servers = { workmem = { command = "x" } }\n', 'mcp_servers.workmem.command = "x"\n'):
        codex.write_text(text)
        before = files(user.home)
        for options in ((), ("--remove",)):
            user.run("setup", "codex", *options, status=2)
            assert files(user.home) == before, text
    codex.write_text('mcp_servers = { other = { command = "x" } }\n')
    user.run("setup", "codex", "--remove")
    user.run("setup", "emacs", status=105)


def who_is_switched_off_gets_no_store(user):
    user.run("setup", "claude", environment={"WORKMEM_OFF": "1"})
    assert not user.data.exists()


def each_client_finds_what_it_reads(user):
    for client, hooks, server in (("claude", ".claude/settings.json", ".mcp.json"), ("codex", ".codex/hooks.json", ".codex/config.toml"),
                                  ("gemini", ".gemini/settings.json", ".gemini/settings.json"), ("cursor", ".cursor/hooks.json", ".cursor/mcp.json")):
        shown = user.run("setup", client, "--print", "--project")
        assert str(user.project / hooks) in shown and str(user.project / server) in shown
        assert not (user.project / hooks).exists()
        assert "put workmem into the PATH" in user.run("setup", client, "--project", cwd=user.project)
        commands = set(commands_in(json.loads((user.project / hooks).read_text()))) - {"workmem"}
        command = f"command -v workmem >/dev/null || exit 0; workmem hook --client {client}"
        assert commands == {command}, commands
        # Who has no workmem is not disturbed.
        done = subprocess.run(["/bin/sh", "-c", command], env={"PATH": "/nowhere"}, stdin=subprocess.DEVNULL, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done
        assert "workmem" in (user.project / server).read_text()
    # Nothing of the user's is touched but the store, which the first hook has no time to make.
    assert {name.rpartition("/")[0] for name in files(user.home)} == {".local/share/workmem"}
    assert "experimental" in user.run("setup", "--help")


def what_it_takes_out_leaves_every_byte(user):
    ours = {"claude": ".claude/settings.json", "codex": ".codex/config.toml", "gemini": ".gemini/settings.json"}
    one_line = ('{ "theme": "Dark", "mcpServers": { "docs": { "command": "npx" }, }, "hooks": { "AfterTool": [ { "hooks": [ '
                '{"type":"command", "command":"hi"} ] }, ], "BeforeAgent": [], }, }\n')
    json_texts = (one_line, '{"a":1}', "{ }\n", "{\n}\n", "", "\n", '{\n\t"hooks": {},\n\t"mcpServers": {}\n}\n', '{"hooks": {"SessionStart": [ ]}}',
                  '{\n  "a": 1 // b\n}', '{\n  "a": [1],\n\n}\n\n')
    toml_texts = ("", "a = 1", "a = 1\n\n\n", "[mcp_servers.a]\ncommand = 'x'\n\n# end", '# only\n')
    for client, file in ours.items():
        path = user.home / file
        path.parent.mkdir(exist_ok=True)
        for text in toml_texts if file.endswith("toml") else json_texts:
            for ends in ("\n", "\r\n"):
                before = text.replace("\n", ends).encode()
                path.write_bytes(before)
                user.run("setup", client)
                now = path.read_bytes()
                assert b"workmem" in now and (ends == "\n" or "\n" not in text or b"\n" not in now.replace(b"\r\n", b"")), now
                user.run("setup", client, "--remove")
                assert path.read_bytes() == before, (client, before, now, path.read_bytes())
                for each in path.parent.glob("*before-workmem*"):
                    each.unlink()
    # Where something else was written meanwhile, that stays, in lines or in one.
    path = user.home / ours["gemini"]
    one_line = one_line.replace('"BeforeAgent": [], ', "")
    for before in (one_line.encode(), one_line.replace("\n", "\r\n").encode(), CLAUDE.encode(), CLAUDE.replace("\n", "\r\n").encode()):
        path.write_bytes(before)
        user.run("setup", "gemini")
        path.write_bytes(path.read_bytes().replace(b'"type"', b'"kind"', 1) + b"  ")
        user.run("setup", "gemini", "--remove")
        left = path.read_bytes()
        assert left in (before + b"  ", before.replace(b'"type"', b'"kind"', 1) + b"  "), left


def owner_and_mode_stay(user):
    path = user.home / ".claude" / "settings.json"
    path.parent.mkdir()
    for mode in (0o600, 0o640, 0o664, 0o444):
        path.write_text("{}\n") if not path.exists() else None
        path.chmod(mode)
        for options in ((), ("--remove",)):
            user.run("setup", "claude", *options)
            assert path.stat().st_mode & 0o7777 == mode
    if os.geteuid() != 0:
        return
    # For another user, as with sudo: nothing is left that is not his.
    shutil.rmtree(user.data.parent.parent)
    for each in (user.home, *user.home.rglob("*")):
        os.chown(each, 1234, 2345)
    for client in ("claude", "codex", "gemini", "cursor"):
        for options in ((), ("--remove",), ()):
            user.run("setup", client, *options)
            assert path.stat().st_mode & 0o7777 == 0o444
            for each in user.home.rglob("*"):
                assert (each.stat().st_uid, each.stat().st_gid) == (1234, 2345), each
    assert not user.data.exists()


def links_in_a_circle_are_refused(user):
    path = user.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.symlink_to("other.json")
    (path.parent / "other.json").symlink_to("settings.json")
    (user.home / ".codex").symlink_to(".codex")
    for client in ("claude", "codex"):
        for options in ((), ("--remove",)):
            done = subprocess.run([user.program, "setup", client, *options], env=user.environment, capture_output=True, text=True)
            assert done.returncode == 2 and "links lead in a circle" in done.stderr, done
    assert path.is_symlink() and (path.parent / "other.json").is_symlink() and (user.home / ".codex").is_symlink()
    assert len(list(path.parent.iterdir())) == 2


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


def a_program_whose_path_needs_quotes_is_called(user):
    (user.home / "it's mine").mkdir()
    user.program = str(shutil.copy(user.program, user.home / "it's mine" / "workmem"))
    for command in ("nice workmem hook --client claude", "nice '/a b/workmem' hook --client claude"):
        after = hooks_of(user, [group(command)])[0]["hooks"][0]["command"]
        assert shlex.split(after) == ["nice", user.program, "hook", "--client", "claude"], after


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
                                      capture_output=True, env=user.environment, cwd=user.project, timeout=60)
                assert done.returncode == 0 and done.stderr == b"", done
                out += done.stdout
        return json.loads(out)["hookSpecificOutput"]["additionalContext"] if out else ""

    assert happens("SessionStart", "monday", source="startup") == ""
    happens("PostToolUse", "monday", tool_name="Read", tool_input={"file_path": str(user.project / "src/cart.py")},
            tool_response={"type": "text", "file": {"filePath": str(user.project / "src/cart.py"), "content": "x"}})
    happens("PostToolUse", "monday", tool_name="mcp__github__get_issue", tool_input={"issue_number": 7},
            tool_response=[{"type": "text", "text": json.dumps({"number": 7, "title": "Cart loses items", "body": "long"})}])
    assert surely(happens("UserPromptSubmit", "monday", prompt="fix that issue")) == 'workmem: "that issue" is issue 7 "Cart loses items"'
    server = json.loads((user.home / ".claude.json").read_text())["mcpServers"]["workmem"]
    lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                 "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
             {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory_remember", "arguments": {
                 "content": "Prices are in cents", "for_good": True}}}]
    done = subprocess.run([server["command"], *server["args"]], input="".join(json.dumps(each) + "\n" for each in lines).encode(),
                          capture_output=True, env=user.environment, cwd=user.project, timeout=60)
    assert b'"isError"' not in done.stdout and done.returncode == 0, done
    told = happens("SessionStart", "tuesday", source="startup")
    for known in ("Prices are in cents", 'issue "Cart loses items" (7)', "cart.py"):
        assert known in told, told
    assert surely(happens("UserPromptSubmit", "tuesday", prompt="go on with that issue")) == 'workmem: "that issue" is issue 7 "Cart loses items"'
    user.run("setup", "claude", "--remove")
    assert not (user.home / ".claude" / "settings.json").exists()
    user.run("forget", "--all")
    assert "nothing is known yet" in user.run("what")


run_all(sys.argv[1], [foreign_content_stays, toml_keeps_its_comments, what_the_user_adds_to_ours_stays,
                      of_our_call_only_the_program_is_set, another_program_of_a_like_name_is_left_alone,
                      only_another_program_is_said_to_be_replaced, another_server_of_the_name_is_replaced_by_force_only,
                      a_file_that_setup_made_goes_with_it, comments_of_others_stay,
                      a_folder_that_the_client_is_told_is_followed, codex_is_told_all_that_is_to_be_done,
                      what_cannot_be_merged_is_refused, who_is_switched_off_gets_no_store, each_client_finds_what_it_reads, a_link_is_followed,
                      what_it_takes_out_leaves_every_byte, owner_and_mode_stay, links_in_a_circle_are_refused,
                      a_program_whose_path_needs_quotes_is_called, several_may_be_started_at_once,
                      from_an_empty_home_to_a_session_that_knows])
