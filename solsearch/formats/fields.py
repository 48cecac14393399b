"""Tables from outside, read key by key: every value checked for its type and range, every fault with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solsearch.formats.errors import Faults, FormatError, ToldBefore, key_text, quoted, unknown
from solsearch.games.registration import Kind, Option
from solsearch.spelling import nearest


class Fields:
    """One table. `place` is where it stands in the file, as it is said in messages; empty for the whole."""

    def __init__(self, table: Mapping[str, Any], place: str = "") -> None:
        self.table = table
        self.place = place
        self._mistyped: set[str | None] = set()
        """The keys that were probably meant by keys that there are not."""

    def where(self, key: str) -> str:
        """The place of a value: `seat 1, eye`."""
        return f"{self.place}, {key_text(key)}" if self.place else key_text(key)

    def only(self, known: Iterable[str], elsewhere: Mapping[str, str] | None = None) -> None:
        """No other keys than these. `elsewhere`: keys of other tables, and where those belong."""
        names = list(known)
        faults = Faults()
        for key in self.table:
            if key not in names:
                belongs = elsewhere and elsewhere.get(key)
                reason = f"the key {key!r} belongs {belongs}" if belongs else unknown("key", key, names)
                faults.found.append(FormatError(self.place, reason))
                self._mistyped.add(nearest(key, names))
        faults.tell()

    def missing(self, key: str, more: str = "") -> FormatError:
        """The fault that a key is not there; once only, if it is there mistyped."""
        reason = f"is missing{more}"
        return ToldBefore(self.where(key), reason) if key in self._mistyped else FormatError(self.where(key), reason)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in a range; without a default it must be there."""
        if key not in self.table:
            if default is None:
                raise self.missing(key)
            return default
        value = self.table[key]
        if isinstance(value, bool) or not isinstance(value, int):
            raise FormatError(self.where(key), f"must be a whole number, not {quoted(value)}")
        if not low <= value <= high:
            allowed = f"must be {low} to {high:,}" if low < high else f"must be {low}"
            raise FormatError(self.where(key), f"{allowed}, not {quoted(value)}")
        return value

    def flag(self, key: str) -> bool:
        """true or false; false if it is not there."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise FormatError(self.where(key), f"must be true or false, not {quoted(value)}")
        return value

    def option(self, option: Option) -> Any:
        """The value of an option of the game, which is there, as its spec says."""
        if option.kind is Kind.NUMBER:
            return self.number(option.name, option.low, option.high)
        if option.kind is Kind.FLAG:
            return self.flag(option.name)
        return self.text(option.name) if option.kind is Kind.TEXT else self.texts(option.name)

    def text(self, key: str, example: str = "", default: str | None = None) -> str:
        """A text; without a default it must be there."""
        if key not in self.table and default is None:
            raise self.missing(key)
        value = self.table.get(key, default)
        if not isinstance(value, str):
            like = f" like {example}" if example else ""
            raise FormatError(self.where(key), f"must be text{like}, not {quoted(value)}")
        return value

    def texts(self, key: str, example: str = "") -> list[str]:
        """A list of texts; empty if it is not there."""
        value = self.table.get(key, [])
        like = f" like {example}" if example else " of texts"
        if not isinstance(value, list):
            raise FormatError(self.where(key), f"must be a list{like}, not {quoted(value)}")
        for number, entry in enumerate(value, 1):
            if not isinstance(entry, str):
                raise FormatError(f"{self.where(key)}, entry {number}", f"must be text, not {quoted(entry)}")
        return value

    def sub(self, key: str, what: str, needed: bool = False) -> Fields:
        """A table in this one; an empty one if it is not there. `what` says in a message what the table is."""
        if key not in self.table and needed:
            raise self.missing(key, f": {what} is needed")
        value = self.table.get(key, {})
        if not isinstance(value, Mapping):
            raise FormatError(self.where(key), f"must be {what}, not {quoted(value)}")
        return Fields(value, self.where(key))
