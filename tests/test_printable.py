"""Text from outside is shown, never obeyed: by a terminal, a browser, or whoever reads a file."""

import ast
import json
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solsearch.formats.files import json_text
from solsearch.formats.toml import to_toml
from solsearch.printable import shell_words, shown, shown_data, shown_json, shown_lines
from solsearch.render.markup import Markup, as_markup, element, joined

PACKAGE = Path(__file__).parent.parent / "solsearch"
HOSTILE = "a\x1b[2J\x9b31m\x07\u202eb\u2066\u200f\r\n\x00\ud800\U000e0001"

anything = st.text(st.characters(exclude_categories=()) | st.sampled_from("\x1b\x9b\u202e\n\t\r"))


@given(anything)
def test_what_is_shown_can_be_printed(text):
    assert shown(text).isprintable()
    assert all(line.isprintable() for line in shown_lines(text).split("\n"))
    assert not text.isprintable() or shown(text) == text


def test_what_is_shown_says_what_was_there():
    assert shown(HOSTILE) == r"a\x1b[2J\x9b31m\x07\u202eb\u2066\u200f\r\n\x00\ud800\U000e0001"
    assert shown_lines("a\x1b\nb") == "a\\x1b\nb"
    assert shown_data({"a\x1b": ["\u202e", 1, None, ("\x07",)]}) == {r"a\x1b": [r"\u202e", 1, None, [r"\x07"]]}


@given(anything)
def test_json_and_toml_say_the_same_in_printable_characters(text):
    source = json_text({"key": text, text: 1})
    assert json.loads(source) == {"key": text, text: 1}
    assert shown_lines(source) == source
    assert shown_json(source) == source
    if not any("\ud800" <= char <= "\udfff" for char in text):
        source = to_toml({"key": text, "table": {text: "x"}})
        assert tomllib.loads(source) == {"key": text, "table": {text: "x"}}
        assert shown_lines(source) == source


@pytest.mark.parametrize("word", ["plain", "two words", "it's", "a\x1b[2J'\\", "\u202ex\n", "é\x07"])
def test_a_command_can_be_copied(word):
    command = shell_words(["printf", "%s", word])
    assert command.isprintable()
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stdout == word


# -- markup --------------------------------------------------------------------------------------------------------------


@given(anything)
def test_text_is_never_markup(text):
    document = element("p", text, element("b", text, title=text)).source
    root = ElementTree.fromstring(document)
    assert [part.tag for part in root.iter()] == ["p", "b"]
    assert root.text == (shown_lines(text) or None)
    assert shown_lines(document) == document


def test_markup_is_a_type():
    looks = "<span>x</span>"
    assert as_markup(looks).source == "&lt;span&gt;x&lt;/span&gt;"
    assert as_markup(Markup(looks)).source == looks
    assert joined([looks, Markup("<br/>")], " ").source == "&lt;span&gt;x&lt;/span&gt; <br/>"
    assert (Markup("<a/>") + Markup("<b/>")).source == "<a/><b/>"


def test_markup_is_made_in_one_module():
    """Elsewhere nothing is declared to be markup by hand, but what is empty."""
    for path in PACKAGE.rglob("*.py"):
        if path.name != "markup.py":
            for call in calls(path, "Markup"):
                assert [getattr(argument, "value", None) for argument in call.args] == [""], path


# -- the command line ------------------------------------------------------------------------------------------------------


def calls(path, *names):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) in names]


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_commands_print_in_one_module(path):
    """So that no text finds a way around what makes it harmless; words of our own alone need no care."""
    if path.relative_to(PACKAGE).as_posix() == "cli/printing.py":
        return
    for call in calls(path, "click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write"):
        assert all(isinstance(argument, ast.Constant) for argument in call.args)
