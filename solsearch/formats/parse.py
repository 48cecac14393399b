"""Text of files into plain data. JSON and TOML, strict: what is doubtful is refused, with line and column."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any, NoReturn

from solsearch.formats.errors import FormatError, quoted

BEYOND = 10**40
"""No number of ours is as large, seeds of 128 bits included."""
_DEEPEST_KEY = 8
# Both patterns never go back over what they have read, so that they need no more than linear time on any text.
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|' + r"'[^'\n]*+'?")
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{_DEEPEST_KEY}}}")


def parse_json(text: str) -> Any:
    """JSON, where no key comes twice and no number is NaN or Infinity.

    Whole numbers can still have thousands of digits.
    """
    return _json(text, int)


def bounded_json(text: str) -> Any:
    """As `parse_json`. Whole numbers that are too large for everything are all alike, so that none overflows anything: they
    are refused wherever one is read."""
    return _json(text, lambda digits: _bounded(int(digits)))


def _bounded(value: int) -> int:
    return max(-BEYOND, min(value, BEYOND))


def _json(text: str, whole: Callable[[str], int]) -> Any:
    try:
        return json.loads(text, object_pairs_hook=unique_keys, parse_constant=_no_constant, parse_int=whole)
    except json.JSONDecodeError as error:
        raise FormatError(f"line {error.lineno}, column {error.colno}", f"not JSON: {_small(error.msg)}") from None
    except RecursionError:
        raise FormatError("", "not a file of ours: JSON nested too deep") from None
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError("", f"not JSON: {_other_fault(error)}") from None


def unique_keys(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """The pairs of a JSON object or a msgpack map as a dict; a key that comes twice is a fault."""
    found: dict[Any, Any] = {}
    for key, value in pairs:
        if key in found:
            raise FormatError("", f"the key {quoted(key)} comes twice in one table")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise FormatError("", f"{name} is no number of JSON")


def parse_toml(text: str) -> dict[str, Any]:
    """TOML; a fault shows the line."""
    # tomllib needs time and memory in the square of the parts of a dotted key. Our files have no dotted keys at all.
    if _DOTTED.search(_STRING.sub("_", text)):
        raise FormatError("", f"not a file of ours: a key of more than {_DEEPEST_KEY} parts")
    try:
        data: dict[str, Any] = _without_huge(tomllib.loads(text))
        return data
    except tomllib.TOMLDecodeError as error:
        raise _toml_fault(text, str(error)) from None
    except RecursionError:
        raise FormatError("", "not a file of ours: TOML nested too deep") from None
    except ValueError as error:  # also a date that is none
        raise FormatError("", f"not TOML: {_other_fault(error)}") from None


def _without_huge(data: Any) -> Any:
    """The data with all its whole numbers bounded, as those of JSON are."""
    if isinstance(data, dict):
        return {key: _without_huge(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_huge(value) for value in data]
    return _bounded(data) if isinstance(data, int) and not isinstance(data, bool) else data


def _toml_fault(text: str, message: str) -> FormatError:
    """tomllib's message, with the place in front and the line behind."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
    if found is None:
        return FormatError("", f"not TOML: {_small(message)}")
    if found[2] is None:
        return FormatError("end of file", f"not TOML: {_small(found[1])}")
    lines = text.split("\n")
    line = lines[min(int(found[2]), len(lines)) - 1].strip()
    reason = f"not TOML: {_small(found[1])}, in {quoted(line)}{_hint(found[1], line)}"
    return FormatError(f"line {found[2]}, column {found[3]}", reason)


def _other_fault(error: ValueError) -> str:
    """What json and tomllib let through from below, above all Python's limit to the digits of a number."""
    return "a number of too many digits" if "digits" in str(error) else _small(str(error))


def _hint(message: str, line: str) -> str:
    """What was probably meant by a line that is no TOML."""
    if "overwrite" in message:
        return "; it is there twice"
    if line.count('"') % 2:
        return "; a quote is missing"
    if re.fullmatch(r"[\w-]+\s*=\s*(True|False|TRUE|FALSE)", line):
        return "; true and false are written in small letters"
    if re.fullmatch(r"[\w-]+\s*=\s*\w[\w ,.-]*", line) and re.search(r"=.*[^\W\d]", line):
        return "; text stands in quotes"
    return ""


def _small(message: str) -> str:
    """Another library's message as part of ours: printable, without a full stop."""
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message).rstrip(".")
    return plain[:1].lower() + plain[1:]
