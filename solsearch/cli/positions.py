"""The analysis of a single position, as `solsearch analyze` tells it."""

from __future__ import annotations

import sys
from typing import Any

from solsearch.analysis.advice import named
from solsearch.analysis.advice_lines import analysis_lines
from solsearch.analysis.position import Wanted, analyze
from solsearch.analysis.position_data import analysis_data
from solsearch.cli.printing import print_json, tell
from solsearch.formats.files import replacing
from solsearch.formats.position import PositionFile
from solsearch.render import svg_board

_NAMES = {"seconds": "time", "alternatives": "candidates"}
"""What options are called inside, where that differs."""


def analyze_position(found: PositionFile, said: dict[str, Any], as_json: bool) -> int:
    """Look at a position closely and tell what was found; the exit code."""
    svg = said.pop("svg", None)
    if svg is not None:  # a name that cannot be written is told before the work, not after it
        with replacing(svg) as out:
            out.write(svg_board(found.position, names=found.names).encode())
    options = {_NAMES.get(name, name): value for name, value in said.items()}
    if "time" in options and "visits" not in options:
        options["visits"] = None
    analysis = analyze(found.position, Wanted(**options), _teller())
    people = named(found.position, found.names)
    if svg is not None and analysis.candidates:
        picture = svg_board(found.position, names=found.names, plan=analysis.candidates[0].turn.turn)
        with replacing(svg) as out:
            out.write(picture.encode())
    if as_json:
        print_json(analysis_data(analysis, people))
    elif svg != "-":
        for line in analysis_lines(analysis, people):
            tell(line)
    return 130 if analysis.stopped else 0


def _teller() -> Any:
    """On a terminal: what is being done now, on one line that goes away."""
    if not sys.stderr.isatty():
        return None

    def say(what: str) -> None:
        tell(f"\r{what:60}\r", err=True, end="")

    return say
