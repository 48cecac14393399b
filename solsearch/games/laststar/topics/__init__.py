"""What the game says about itself to players: the rules, texts in this folder; effects, events, scenarios from data."""

from __future__ import annotations

import textwrap
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from solsearch.games.base import Topic
from solsearch.games.laststar.data import effects, rulesets, scenarios

WIDTH = 80
_INDENT = 10
"""Columns of the headings `when`, `steps`, ... at the left, three of them blank at least."""
_GAP = "   "
"""Between two columns."""
_WIDEST_STEP = 22

_TIMINGS = {
    "move": "in a move",
    "convert": "with a conversion",
    "activate": "with an activation",
    "draw": "before the draw",
    "any": "at any time",
}
_COLOURS = {"blue": "simple", "green": "simple", "yellow": "complex", "red": "attack"}


@cache
def topics() -> list[Topic]:
    """All of them, in the order in which they are listed."""
    return [*_rules(), *_effects(), *_events(), *_scenarios()]


def _rules() -> list[Topic]:
    """The texts in this folder, in the order of the file `order`. The first line of a text is its title."""
    folder = files(__package__)
    names = folder.joinpath("order.txt").read_text(encoding="utf-8").split()
    texts = {name: folder.joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in names}
    return [Topic(name, "rules", text.partition("\n")[0], text) for name, text in texts.items()]


# -- effects ---------------------------------------------------------------------------------------------------------


def _effects() -> list[Topic]:
    moments = _read_toml(__package__, "moments.toml")
    # Where rulesets differ, an effect is shown as the first of them has it.
    shown = {name: data for ruleset in reversed(rulesets()) for name, data in effects(ruleset).items()}
    return [_effect(name, shown[name], moments[name]) for name in _in_rulesets("effects")]


def _effect(name: str, data: dict[str, Any], moment: str) -> Topic:
    colour = f"{data['colour']} ({_COLOURS[data['colour']]})"
    sections = {
        "when": [moment],
        "steps": _aligned([f"play {name}: the card is gone, its effect begins", *data["steps"]]),
        "example": [data["example"]],
    }
    text = _text(f"{_title(name)}: an effect, {colour}", data["does"], sections)
    return Topic(name, "effects", f"{_TIMINGS[data['when']]}, {colour}", text + "\nMore: solsearch rules cards.\n")


# -- events ----------------------------------------------------------------------------------------------------------


@cache
def events() -> dict[str, dict[str, Any]]:
    """What is said of each event, of all rulesets."""
    return _read_toml("solsearch.games.laststar", "events.toml")


def _events() -> list[Topic]:
    return [_event(name, events()[name]) for name in _in_rulesets("events")]


def _event(name: str, data: dict[str, Any]) -> Topic:
    steps = _aligned(data["steps"]) if data["steps"] else ["nobody is asked"]
    text = _text(f"{_title(name)}: an event", data["does"], {"steps": steps, "example": [data["example"]]})
    return Topic(name.replace(" ", "-"), "events", data["gist"], text + "\nMore: solsearch rules triggers.\n")


# -- scenarios -------------------------------------------------------------------------------------------------------


def _scenarios() -> list[Topic]:
    return [_scenario(ruleset, name, data) for ruleset in rulesets() for name, data in scenarios(ruleset).items()]


def _scenario(ruleset: str, name: str, data: dict[str, Any]) -> Topic:
    event, effect_names = data["event"], _list(data["effects"])
    pieces = _list(f"a {kind} in {cell}" for kind, cell in data["pieces"])
    banned = _list(_plural(piece) for piece in data["banned"])
    sections = {
        "setup": [f"{pieces} are yours" if len(data["pieces"]) > 1 else f"{pieces} is yours"],
        "energy": [str(data["energy"])],
        "suits": [f"{data['suits']}, the flares included"],
        "effects": [f"{effect_names}, in the order of the suits, flares first"] if effect_names else ["none"],
        "banned": [f"no {banned} may be built"] if banned else ["nothing"],
        "event": [f"{event}, with {rulesets()[ruleset]['triggers']} trigger flares"] if event else ["none"],
        "target": [f"{data['target']} momentum"],
    }
    purpose = (
        f"For one player, with the rules of the ruleset `{ruleset}` for playing alone. Together: the pieces are dealt "
        "to the seats in turn, the effects over all suits, and the lowest momentum must reach the target."
    )
    text = _text(f"{_title(name)}: a scenario", purpose, sections)
    begin = f"\nBegin: solsearch new --scenario {name}\n       solsearch new --scenario {name} --coop --players 3\n"
    short = ", ".join(f"{kind} {cell}" for kind, cell in data["pieces"])
    return Topic(name, "scenarios", f"{short}; {data['target']} momentum", text + begin)


# -- data, words and lines -------------------------------------------------------------------------------------------


def _read_toml(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def _in_rulesets(kind: str) -> list[str]:
    """The names of that kind in any ruleset, each once."""
    return list(dict.fromkeys(name for parameters in rulesets().values() for name in parameters[kind]))


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _list(words: Any) -> str:
    """`a`, `a and b`, `a, b and c`"""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _plural(piece: str) -> str:
    return piece.removesuffix("y") + "ies" if piece.endswith("y") else piece + "s"


def _text(title: str, body: str, sections: dict[str, list[str]]) -> str:
    """Title, body, and lines under headings, all at most WIDTH wide."""
    lines = [title, "", *textwrap.wrap(body, WIDTH), ""]
    for heading, entries in sections.items():
        heads = [heading, *[""] * (len(entries) - 1)]
        for head, entry in zip(heads, entries, strict=True):
            lines += _wrapped(f"{head:<{_INDENT}}{entry}")
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> list[str]:
    """The line, going on below where its last column begins."""
    last_column = len(line) - len(line.rpartition(_GAP)[2])
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * last_column, break_on_hyphens=False)


def _aligned(steps: list[str]) -> list[str]:
    """`choose A3: the cell` as two columns. A step too wide for the first column pushes its meaning to the right."""
    parts = [step.partition(": ")[::2] for step in steps]
    width = max(len(step) for step, _ in parts if len(step) <= _WIDEST_STEP)
    return [f"{step:<{width}}{_GAP}{meaning}".rstrip() for step, meaning in parts]
