"""The frame: help with examples that run, documents that name every command, a lean start, completion."""

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from solsearch.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]


def examples(command):
    """The command lines in a command's help."""
    text = import_module(f"solsearch.cli.{command}").command.help
    _, _, block = text.partition("Example")
    return re.findall(r"^\s*(solsearch \S.*)$", block, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert ran.err == ""
    assert re.search(r"Examples?:\n +solsearch " + command, ran.out)
    assert COMMANDS[command] in run("--help").out.replace("\n              ", " ")
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_run(run, here, command):
    made = {
        "analyze": [
            "solsearch tournament random random --games 2 --store games.db --quiet",
            "solsearch games games.db --export games",
        ],
        "convert": ["solsearch convert positions/two-towers.toml towers.json"],
        "games": ["solsearch tournament random random --games 4 --store games.db --quiet"],
    }
    for line in made.get(command, []) + examples(command):
        line = line.partition(" >")[0]  # where a shell would put the output
        line = line.replace("tournament/*.msgpack", "positions/recorded-game.msgpack")
        line = re.sub(r"--hours \S+|--generations \S+", "--hours 0.000001", line)
        line = line.replace("--time 10", "--time 1")
        line = line.replace("--error 0.2%", "--error 2% --visits 50 --seeds 1").replace("/ --visits 200", "/ --visits 2")
        ran = run(*shlex.split(line)[1:])
        assert ran.code == 0, (line, ran.err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_json(run, command):
    assert "--json" in run(command, "--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_documents_name_every_command(command):
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in documents if path.exists())
    assert f"solsearch {command}" in text, f"neither README.md nor docs/ mention `solsearch {command}`"


def test_without_a_command_there_is_help(run):
    ran = run("--help")
    assert ran.code == 0
    assert "Commands:" in ran.out


def test_the_version(run):
    assert run("--version").out.startswith("solsearch, version ")


def test_help_imports_no_more_than_it_needs():
    program = (
        "import sys; before = set(sys.modules); import click; from_click = set(sys.modules)\n"
        "from solsearch.cli import main\nsys.argv = ['solsearch', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sorted(set(sys.modules) - from_click), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    ours = [name for name in ran.stderr.split() if name.startswith("solsearch")]
    assert ours == ["solsearch", "solsearch.cli", "solsearch.cli.commands"]
    heavy = {"numpy", "msgpack", "tqdm", "tomllib", "json", "difflib", "random"}
    assert not heavy & {name.partition(".")[0] for name in ran.stderr.split()}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_needs_no_kernel(command):
    program = (
        f"import sys; from solsearch.cli import main\nsys.argv = ['solsearch', {command!r}, '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*(name for name in sys.modules if name.startswith('solsearch._ext')), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script(run, shell):
    ran = run("completion", shell)
    assert ran.code == 0
    assert "_SOLSEARCH_COMPLETE" in ran.out


def test_the_shell_in_use_is_the_default(run, refuses, monkeypatch):
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    assert "#compdef solsearch" in run("completion").out
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert refuses("completion").startswith("which shell? One of bash, zsh, fish")


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("solsearch sh", {"show"}),
        ("solsearch rules no", {"notation"}),
        ("solsearch apply positions/own-node.toml act", {"activate C4"}),
        ("solsearch convert a b --to ", {"toml", "json", "msgpack"}),
        ("solsearch apply positions/missing.toml act", set()),
    ],
)
def test_words_are_completed(words, completed):
    place = len(words.split()) - (not words.endswith(" "))
    asked = {"_SOLSEARCH_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    program = "from solsearch.cli import main; main()"
    command = [sys.executable, "-P", "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, env=os.environ | asked, cwd=ROOT, check=False)
    assert {line.partition(",")[2] for line in ran.stdout.split("\n") if line} == completed
    assert ran.stderr == ""
