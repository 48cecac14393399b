"""The README: every command in it but the two set-up ones runs, prints what the README shows, and its Python session holds.

`python tests/test_readme.py` writes the outputs into the README anew.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.S)
CHANGING = re.compile(r"in [\d.]+ s \([\d,]+/s\)")
"""What two equal runs may differ in."""


def blocks() -> list[str]:
    return BLOCK.findall(README.read_text(encoding="utf-8"))


def commands(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def output(command: str) -> str:
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "NO_COLOR": "1", "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def rendered(block: str) -> str:
    return "".join(f"$ {command}\n{output(command)}" for command in commands(block))


def test_there_are_two_set_up_commands_first():
    first = re.search(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert first[1] == "sh"
    lines = first[2].splitlines()
    assert len(lines) == 2
    assert all("pip install" in line and "venv" in line for line in lines)
    assert "solsearch suggest positions/" in lines[0]
    assert "pytest" in lines[1]


@pytest.mark.parametrize("number", range(len(blocks())))
def test_commands_print_what_the_readme_shows(number):
    block = blocks()[number]
    assert commands(block)
    assert CHANGING.sub("", rendered(block)) == CHANGING.sub("", block)


def test_the_first_command_is_on_a_shipped_position():
    command = README.read_text(encoding="utf-8").split("solsearch suggest ")[1].split()[0]
    assert (ROOT / command).exists()


def test_python_session(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "\n".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S))
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert test.examples
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.failed == 0


if __name__ == "__main__":
    README.write_text(
        BLOCK.sub(lambda found: f"```console\n{rendered(found[1])}```", README.read_text(encoding="utf-8")), encoding="utf-8"
    )
