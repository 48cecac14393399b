"""The tour goes with the program: its commands have these options, its pictures are there."""

import re
import shlex
from pathlib import Path

import click
import pytest

from solsearch.cli import group
from solsearch.cli.commands import COMMANDS

DOCS = Path(__file__).parents[1] / "docs"
TOUR = (DOCS / "tour.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", TOUR, re.S) for line in block.splitlines()]


@pytest.mark.parametrize("line", LINES)
def test_a_command_has_the_options_it_is_given(line):
    program, name, *words = shlex.split(line)
    assert program == "solsearch" and name in COMMANDS
    command = group.get_command(click.Context(group), name)
    known = {option for parameter in command.get_params(click.Context(command)) for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_pictures_are_there_and_small():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TOUR)
    assert len(pictures) >= 5
    assert {DOCS / picture for picture in pictures} == set((DOCS / "tour").iterdir())
    assert sum((DOCS / picture).stat().st_size for picture in pictures) < 1_000_000


def test_pages_that_it_leads_to_are_there():
    assert all((DOCS / link).exists() for link in re.findall(r"\]\(([a-z-]+\.md)\)", TOUR))
