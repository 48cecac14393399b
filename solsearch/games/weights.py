"""Weights of evaluators in files. Two kinds: tables that people can read and change, TOML (linear_weights.py), and what
`solsearch learn` writes, msgpack: for each company that a seat can be in, a linear policy and perhaps a net, which may be the
policy too (`by_steps`).

The company of a seat is `rivals`, `alone` (a game for one) or `together` (all win or lose together); alone and together stand
in for each other where a file has only one of them. A game may name variants that are games of their own, as `alone` and a
variant's name; others are played by the weights of the company. Inputs are kept by name: those that the game has got since
weigh nothing, those that it no longer has are an error.
"""

from __future__ import annotations

import math
import sys
import tomllib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.game import GameState
from solsearch._ext.net import NetEvaluator
from solsearch.games.calibration import UNCORRECTED, Calibration, Reading
from solsearch.games.linear_weights import checked_weights
from solsearch.games.registration import OptionError
from solsearch.reading import read_limited, words

FORMAT = "solsearch weights"
VERSION = 1
COMPANIES = ("rivals", "alone", "together")
LARGEST_FILE = 8 << 20
"""Bytes: some fifty times what a net needs."""
MOST_UNITS = 256
LARGEST_WEIGHT = 1e6
READING = 5
"""Numbers of a row of a calibration."""

Floats: TypeAlias = "array[float]"
"""Of 32 bits each, a table row by row. numpy is not used here: to import it takes longer than all else that `suggest` does."""


@dataclass(frozen=True)
class Inputs:
    """The names of what an evaluator sees: features of a seat, further details of it, and what all share."""

    features: Sequence[str]
    details: Sequence[str]
    common: Sequence[str]

    @property
    def of_seat(self) -> list[str]:
        return [*self.features, *self.details]


@dataclass(frozen=True)
class Weights:
    """By the company of a seat: a dict as the kernel's evaluators take it."""

    companies: Mapping[str, Mapping[str, Any]]
    about: Mapping[str, Any] = field(default_factory=dict)
    """Where they come from: ruleset, games, generations."""

    def of(self, company: str) -> Mapping[str, Any]:
        """Those for a company, with or without a variant, or for the nearest to it."""
        general = company.split()[0]
        order = {"rivals": COMPANIES, "alone": ("alone", "together", "rivals"), "together": ("together", "alone", "rivals")}
        for name in (company, *order[general]):
            if name in self.companies:
                return self.companies[name]
        raise OptionError(f"weights for {', '.join(self.companies)}, and none for {company}")

    def calibration(self, company: str) -> Calibration:
        """How what a search with these weights finds is to be read. What was measured of a company says nothing of others."""
        known = next((name for name in (company, company.split()[0]) if name in self.companies), None)
        found: Calibration = UNCORRECTED if known is None else self.companies[known].get("calibration", UNCORRECTED)
        return found

    def evaluator(self, state: GameState, company: str) -> LinearEvaluator:
        """For the game of a state."""
        chosen = dict(self.of(company))
        return NetEvaluator(state, chosen) if "net" in chosen else LinearEvaluator(state, chosen)


# -- reading -----------------------------------------------------------------------------------------------------------------


def load_weights(path: str, inputs: Inputs, default: Weights | None) -> Weights:
    """Those of a file; what it does not say is the default's. OptionError names the file and the place if one is wrong."""
    try:
        content = read_limited(path, LARGEST_FILE)
    except OSError as error:
        raise OptionError(f"{path}: {words(error)}") from None
    try:
        # A file of ours is a map of msgpack, which begins with a byte that no text begins with.
        return (weights_from if content[:1] >= b"\x80" else _from_toml)(content, inputs, default)
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from None


def _from_toml(content: bytes, inputs: Inputs, default: Weights | None) -> Weights:
    try:
        data = tomllib.loads(content.decode())
    except RecursionError:
        raise OptionError("not TOML of ours: nested too deep") from None
    except ValueError as error:  # no UTF-8, no TOML, a number of thousands of digits
        raise OptionError(f"not TOML: {error}") from None
    tables = checked_weights(data, inputs.features)
    # A table that says what positions are worth replaces the net as a whole, and what was measured of it.
    replaced = {"net", "by_steps", "calibration"} if {"win", "score"} & set(tables) else set[str]()
    if "policy" in tables:
        replaced.add("by_steps")
    base = default if default is not None else Weights({"rivals": blank(len(inputs.features))})
    companies = {}
    for company in COMPANIES:
        kept = {key: value for key, value in base.of(company).items() if key not in replaced}
        companies[company] = {**kept, **tables}
    return Weights(companies)


def blank(features: int) -> dict[str, Any]:
    """Linear weights that like nothing."""
    nothing = [0.0] * features
    return {
        "policy": (nothing, nothing),
        "win": (nothing, nothing),
        "score": (nothing, nothing),
        "policy_spread": (10.0, 10.0),
        "score_spread": (10.0, 10.0),
    }


def weights_from(content: bytes, inputs: Inputs, default: Weights | None = None) -> Weights:
    """From the bytes of a file of `solsearch learn`."""
    import msgpack  # type: ignore[import-untyped]

    try:
        data = msgpack.unpackb(content, raw=False, strict_map_key=True)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise OptionError(f"not a file of weights: {str(error)[:80] or type(error).__name__}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise OptionError("not a file of weights")
    if data.get("version") != VERSION:
        raise OptionError(f"version {data.get('version')!r} of the format; this program reads {VERSION}")
    named = {key: _names(data, key) for key in ("features", "details", "common")}
    for key, names in named.items():
        unknown = [name for name in names if name not in getattr(inputs, key)]
        if unknown:
            raise OptionError(f"{key}: the game has none named {unknown[0]!r}: the file is of another game or an older version")
    companies = data.get("companies")
    if not isinstance(companies, dict) or not companies or not all(name.partition(" ")[0] in COMPANIES for name in companies):
        raise OptionError(f"companies: some of {', '.join(COMPANIES)} are needed")
    found = {name: _company(name, content, named, inputs) for name, content in companies.items()}
    base = default.companies if default is not None else {}
    about = data.get("about")
    return Weights({**base, **found}, about if isinstance(about, dict) else {})


def _names(data: dict[str, Any], key: str) -> list[str]:
    names = data.get(key)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
        raise OptionError(f"{key}: a list of different names is needed")
    return names


def _company(name: str, content: Any, named: dict[str, list[str]], inputs: Inputs) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise OptionError(f"companies.{name}: a table is needed")
    features = named["features"]
    out: dict[str, Any] = blank(len(inputs.features))
    for table in ("policy", "win", "score"):
        if table in content or table == "policy":
            pair = _floats(name, table, content.get(table), 2 * len(features))
            rows = (pair[: len(features)], pair[len(features) :])
            out[table] = tuple(list(_spread_out(row, 1, features, inputs.features)) for row in rows)
    for table in ("policy_spread", "score_spread"):
        out[table] = tuple(_floats(name, table, content.get(table), 2))
        if min(out[table]) <= 0:
            raise OptionError(f"companies.{name}.{table}: must be above 0")
    if "net" in content:
        out["net"] = _net(f"{name}.net", content["net"], named, inputs)
        out["by_steps"] = content.get("by_steps") is True
    if "calibration" in content:
        out["calibration"] = _calibration(name, content["calibration"])
    return out


def _calibration(name: str, content: Any) -> Calibration:
    """Rows of five: the number of seats, the sharpness early and late, the favour early and late."""
    if not isinstance(content, bytes) or len(content) % (4 * READING):
        raise OptionError(f"companies.{name}.calibration: rows of {READING} numbers are needed")
    numbers = _floats(name, "calibration", content, len(content) // 4)
    readings = {}
    for at in range(0, len(numbers), READING):
        seats, *row = (round(number, 4) for number in numbers[at : at + READING])
        try:
            readings[int(seats)] = Reading((row[0], row[1]), (row[2], row[3]))
        except ValueError as error:
            raise OptionError(f"companies.{name}.calibration: {error}") from None
    return Calibration(readings)


def _net(place: str, content: Any, named: dict[str, list[str]], inputs: Inputs) -> dict[str, Floats]:
    if not isinstance(content, dict):
        raise OptionError(f"companies.{place}: a table is needed")
    hidden, second = (_units(place, content, layer) for layer in ("hidden_bias", "second_bias"))
    seat, common = [*named["features"], *named["details"]], named["common"]
    net = {
        name: _floats(place, name, content.get(name), rows * columns)
        for name, (rows, columns) in net_shapes(len(seat), len(common), hidden, second).items()
    }
    for name, columns in (("seat_weights", hidden), ("seat_lines", 2)):
        net[name] = _spread_out(net[name], columns, seat, inputs.of_seat)
    for name, columns in (("common_weights", hidden), ("common_lines", 2)):
        net[name] = _spread_out(net[name], columns, common, inputs.common)
    return net


def net_shapes(seat: int, common: int, hidden: int, second: int) -> dict[str, tuple[int, int]]:
    """Rows and columns of the arrays of a net, by the numbers of its inputs and units."""
    return {
        "seat_weights": (seat, hidden),
        "common_weights": (common, hidden),
        "hidden_bias": (1, hidden),
        "second_weights": (hidden, second),
        "second_bias": (1, second),
        "heads": (second, 2),
        "seat_lines": (seat, 2),
        "common_lines": (common, 2),
        "head_bias": (1, 2),
    }


def _units(place: str, content: dict[str, Any], layer: str) -> int:
    data = content.get(layer)
    if not isinstance(data, bytes) or len(data) % 4 or not 1 <= len(data) // 4 <= MOST_UNITS:
        raise OptionError(f"companies.{place}.{layer}: 1 to {MOST_UNITS} units are needed")
    return len(data) // 4


def _floats(place: str, name: str, data: Any, count: int) -> Floats:
    if not isinstance(data, bytes) or len(data) != 4 * count:
        raise OptionError(f"companies.{place}.{name}: {count} numbers are needed")
    found = array("f", data)
    if sys.byteorder == "big":
        found.byteswap()
    if not math.isfinite(sum(found)) or max(map(abs, found), default=0) > LARGEST_WEIGHT:
        raise OptionError(f"companies.{place}.{name}: a number that is none, or beyond {LARGEST_WEIGHT:g}")
    return found


def _spread_out(rows: Floats, columns: int, given: Sequence[str], wanted: Sequence[str]) -> Floats:
    """From the file's order of inputs, a row each, to the game's."""
    out = array("f", bytes(4 * columns * len(wanted)))
    places = {name: number for number, name in enumerate(wanted)}
    for number, name in enumerate(given):
        at = columns * places[name]
        out[at : at + columns] = rows[columns * number : columns * (number + 1)]
    return out


# -- writing -----------------------------------------------------------------------------------------------------------------


def weights_bytes(weights: Weights, inputs: Inputs) -> bytes:
    """The content of a file that `weights_from` reads."""
    import msgpack

    companies = {}
    for name, content in weights.companies.items():
        lines = {key: value for key, value in content.items() if key not in ("net", "by_steps", "calibration")}
        companies[name] = {key: _packed(value) for key, value in lines.items()}
        if content.get("calibration"):
            rows = content["calibration"].readings.items()
            companies[name]["calibration"] = _packed([[seats, *row.sharpness, *row.favour] for seats, row in sorted(rows)])
        if "net" in content:
            companies[name]["net"] = {key: _packed([value]) for key, value in content["net"].items()}
            companies[name]["by_steps"] = bool(content.get("by_steps"))
    data = {
        "format": FORMAT,
        "version": VERSION,
        "about": dict(weights.about),
        "features": list(inputs.features),
        "details": list(inputs.details),
        "common": list(inputs.common),
        "companies": companies,
    }
    packed: bytes = msgpack.packb(data)
    return packed


def _packed(rows: Any) -> Any:
    """Numbers of 32 bits, the smallest byte first: of one list, of several behind each other, or of arrays."""
    out = array("f")
    for row in rows:
        if isinstance(row, int | float):
            out.append(row)
        elif hasattr(row, "tobytes"):
            out.frombytes(row.tobytes())
        else:
            out.extend(row)
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()
