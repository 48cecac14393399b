"""What the game says about itself to players: the rules, texts in this folder; effects, events, scenarios from data."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Callable
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
    return [_effect(name, _by_ruleset(name, effects), moments[name]) for name in _in_rulesets(effects)]


def _effect(name: str, by_ruleset: dict[str, dict[str, Any]], moment: str) -> Topic:
    """As the first of the rulesets has it; then what others have that is different."""
    data = next(iter(by_ruleset.values()))
    colour = f"{data['colour']} ({_COLOURS[data['colour']]})"
    text = _text(f"{_title(name)}: an effect, {colour}", data["does"], _uses(name, data, moment))
    for other, changed in _different(by_ruleset):
        text += "\n" + _text(f"In `{other}`:", changed["does"], _uses(name, changed, moment))
    had = _had_by(by_ruleset, sum(bool(effects(ruleset)) for ruleset in rulesets())) + _in_scenarios_alone(name)
    return Topic(name, "effects", f"{_TIMINGS[data['when']]}, {colour}", f"{text}{had}\nMore: solsearch rules cards.\n")


def _in_scenarios_alone(name: str) -> str:
    """In which rulesets no suit can stand for an effect but in scenarios that bring it."""
    out = ""
    for ruleset in rulesets():
        if name in rulesets()[ruleset]["scenario_effects"]:
            bringing = [scenario for scenario, data in scenarios(ruleset).items() if name in data["effects"]]
            out += f"In {ruleset} only in the scenario{'s' * (len(bringing) > 1)} {_list(bringing)}.\n"
    return out


def _uses(name: str, data: dict[str, Any], moment: str) -> dict[str, list[str]]:
    return {
        "when": [data.get("moment", moment)],
        "steps": _aligned([f"play {name}: the card is gone, its effect begins", *data["steps"]]),
        "example": [data["example"]],
    }


# -- events ----------------------------------------------------------------------------------------------------------


@cache
def events() -> dict[str, dict[str, Any]]:
    """What is said of each event, of all rulesets."""
    return _read_toml("solsearch.games.laststar", "events.toml")


def events_of(ruleset: str) -> dict[str, dict[str, Any]]:
    """What is said of each event of a ruleset."""
    changed = rulesets()[ruleset]["changed_events"]
    return {name: {**events()[name], **changed.get(name, {})} for name in rulesets()[ruleset]["events"]}


def _events() -> list[Topic]:
    return [_event(name, _by_ruleset(name, events_of)) for name in _in_rulesets(events_of)]


def _event(name: str, by_ruleset: dict[str, dict[str, Any]]) -> Topic:
    data = next(iter(by_ruleset.values()))
    text = _text(f"{_title(name)}: an event", data["does"], _choices(data))
    for other, changed in _different(by_ruleset):
        text += "\n" + _text(f"In `{other}`:", changed["does"], _choices(changed))
    more = f"{_had_by(by_ruleset, len(rulesets()))}\nMore: solsearch rules triggers.\n"
    return Topic(name.replace(" ", "-"), "events", data["gist"], text + more)


def _choices(data: dict[str, Any]) -> dict[str, list[str]]:
    steps = _aligned(data["steps"]) if data["steps"] else ["nobody is asked"]
    return {"steps": steps, "example": [data["example"]]}


# -- scenarios -------------------------------------------------------------------------------------------------------


def _scenarios() -> list[Topic]:
    return [_scenario(name, _by_ruleset(name, scenarios)) for name in _in_rulesets(scenarios)]


def _scenario(name: str, by_ruleset: dict[str, dict[str, Any]]) -> Topic:
    text = ""
    for having, data in _alike(by_ruleset):
        title = f"\nIn {_list(f'`{ruleset}`' for ruleset in having)}:" if text else f"{_title(name)}: a scenario"
        text += _text(title, _purpose(having, data), _setup(having[0], data)) + _begin(having, name)
    return Topic(name, "scenarios", _gist(next(iter(by_ruleset.values()))), text + _had_by(by_ruleset, len(rulesets())))


def _setup(ruleset: str, data: dict[str, Any]) -> dict[str, list[str]]:
    event, effect_names = data["event"], _list(_times(data["effects"]))
    pieces = _list(f"a {kind} in {cell}" for kind, cell in data["pieces"])
    banned = _list(_plural(piece) for piece in data["banned"])
    dealt = "in the order of the suits, flares first" if data.get("dealt", True) else "for the flares alone"
    marked = rulesets()[ruleset]["marked_flares"]
    flares = f"{rulesets()[ruleset]['triggers']} {'marked' if marked else 'trigger'} flares"
    setup = f"{pieces} are yours" if len(data["pieces"]) > 1 else f"{pieces} is yours" if pieces else "no pieces"
    return {
        "setup": ["you place a gate and then a station before the first turn" if data.get("opening") else setup],
        "energy": [str(data["energy"])],
        "suits": [f"{data['suits']}, the flares included"],
        "effects": [f"{effect_names}, {dealt}"] if effect_names else ["none"],
        "banned": [f"no {banned} may be built"] if banned else ["nothing"],
        "event": [f"{event}, with {flares}"] if event else ["none"],
        "target": [f"{data['target']} momentum" if data["target"] else "none: the level of survival counts"],
    }


def _purpose(having: list[str], data: dict[str, Any]) -> str:
    together = ["the lowest momentum must reach the target" if data["target"] else "the lowest momentum counts"]
    if data["effects"] and data.get("dealt", True):
        together.insert(0, "the effects are dealt over all suits")
    if data.get("opening"):
        together.insert(0, "each seat in turn places a gate, then each in turn a station")
    elif data["pieces"]:
        together.insert(0, "the pieces are dealt to the seats in turn")
    rules = " or ".join(f"`{ruleset}`" for ruleset in having)
    return f"For one player, with the rules of the ruleset {rules} for playing alone. Together: {', and '.join(together)}."


def _begin(having: list[str], name: str) -> str:
    lines = []
    for ruleset in having:
        new = "solsearch new" if ruleset == next(iter(rulesets())) else f"solsearch new --ruleset {ruleset}"
        lines += [f"{new} --scenario {name}", f"{new} --scenario {name} --coop --players 3"]
    return "\nBegin: " + "\n       ".join(lines) + "\n"


def _gist(data: dict[str, Any]) -> str:
    """The pieces, or what else there is, and the target."""
    pieces = [f"{kind} {cell}" for kind, cell in data["pieces"]]
    first = ", ".join(pieces or [data["event"]] if data["event"] else pieces or _times(data["effects"])) or "no pieces"
    return f"{first}; {data['target']} momentum" if data["target"] else f"{first}; survival"


# -- data, words and lines -------------------------------------------------------------------------------------------


def _read_toml(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def _in_rulesets(of: Callable[[str], dict[str, Any]]) -> list[str]:
    """The names of that kind in any ruleset, each once."""
    return list(dict.fromkeys(name for ruleset in rulesets() for name in of(ruleset)))


def _by_ruleset(name: str, of: Callable[[str], dict[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """What is said of a name in each ruleset that has it."""
    return {ruleset: of(ruleset)[name] for ruleset in rulesets() if name in of(ruleset)}


def _alike(by_ruleset: dict[str, dict[str, Any]]) -> list[tuple[list[str], dict[str, Any]]]:
    """The rulesets in a row in which it is the same."""
    found: list[tuple[list[str], dict[str, Any]]] = []
    for ruleset, data in by_ruleset.items():
        if found and found[-1][1] == data:
            found[-1][0].append(ruleset)
        else:
            found.append(([ruleset], data))
    return found


def _different(by_ruleset: dict[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """The rulesets in which it is not as in the one before."""
    return [(having[0], data) for having, data in _alike(by_ruleset)[1:]]


def _had_by(by_ruleset: dict[str, dict[str, Any]], rulesets_with_such: int) -> str:
    """Which rulesets have it, if not all do that have such a thing at all."""
    if len(by_ruleset) == rulesets_with_such:
        return ""
    return f"\nIn the ruleset{'s' * (len(by_ruleset) > 1)} {_list(by_ruleset)}.\n"


def _times(names: list[str]) -> list[str]:
    """`a (3 times)`, `b`"""
    return [name if names.count(name) == 1 else f"{name} ({names.count(name)} times)" for name in dict.fromkeys(names)]


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
