"""JSON patches (RFC 6902) applied in place: the site keeps with each action how it is undone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from solsearch.formats.errors import FormatError, quoted


def undo(state: Any, patch: Any, place: str) -> Any:
    """The state after the patch; FormatError if it does not fit."""
    if not isinstance(patch, list):
        raise FormatError(place, f"must be a list of changes, not {quoted(patch)}")
    for number, change in enumerate(patch, 1):
        try:
            state = _applied(state, change)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise FormatError(f"{place}, change {number}", f"does not fit the state: {quoted(change)}") from None
    return state


def _applied(state: Any, change: dict[str, Any]) -> Any:
    operation, path = change["op"], _parts(change["path"])
    if operation in ("move", "copy"):
        source = _parts(change["from"])
        value = deepcopy(_found(state, source))
        if operation == "move":
            _remove(state, source)
        return _added(state, path, value)
    if operation == "test":
        if _found(state, path) != change.get("value"):
            raise ValueError
        return state
    if operation == "remove":
        _remove(state, path)
        return state
    if operation == "replace" and path:
        _found(state, path)
        *way, last = path
        within = _found(state, way)
        within[_place(within, last)] = deepcopy(change.get("value"))
        return state
    if operation in ("add", "replace"):
        return _added(state, path, deepcopy(change.get("value")))
    raise ValueError(operation)


def _parts(pointer: str) -> list[str]:
    """`/players/0/card` -> its parts."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(pointer)
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _place(within: Any, part: str) -> Any:
    """The key or the index that a part names; ValueError for what is no index in a list."""
    if isinstance(within, list):
        if not (part.isascii() and part.isdecimal()) or len(part) > 6:
            raise ValueError(part)
        return int(part)
    return part


def _found(state: Any, path: list[str]) -> Any:
    for part in path:
        state = state[_place(state, part)]
    return state


def _remove(state: Any, path: list[str]) -> None:
    *way, last = path
    within = _found(state, way)
    del within[_place(within, last)]


def _added(state: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    *way, last = path
    within = _found(state, way)
    if isinstance(within, list):
        index = len(within) if last == "-" else _place(within, last)
        if index > len(within):
            raise IndexError(index)
        within.insert(index, value)
    else:
        within[last] = value
    return state
