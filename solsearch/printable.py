"""Text from outside, made fit for a terminal. Below all rooms, so that each of them shows the same thing for the same text.

A name or a reason can hold what a terminal obeys: escape sequences, control characters, marks that turn the direction of
writing. Such characters are shown as what they are, `\\x1b`, and never sent.
"""

from __future__ import annotations

from typing import Any


def shown(text: str) -> str:
    """The text with every character that cannot be printed as an escape; also line ends, so it is one line."""
    return text if text.isprintable() else "".join(char if char.isprintable() else _escape(char) for char in text)


def shown_lines(text: str) -> str:
    """The same for text of several lines: its line ends stay."""
    return "\n".join(map(shown, text.split("\n")))


def shown_data(data: Any) -> Any:
    """Plain data with every text in it as `shown` has it."""
    if isinstance(data, str):
        return shown(data)
    if isinstance(data, dict):
        return {shown_data(key): shown_data(value) for key, value in data.items()}
    return [shown_data(entry) for entry in data] if isinstance(data, list | tuple) else data


def shown_json(source: str) -> str:
    """JSON text that says the same, with every character that cannot be printed as JSON's own escape."""
    return source if shown_lines(source) == source else "".join(map(_in_json, source))


def shell_words(words: list[str]) -> str:
    """A command that a person can copy into a shell; what cannot be printed stands in it as an escape that the shell reads."""
    from shlex import quote  # here and below: imported when needed, for `--help` comes by here

    return " ".join(quote(word) if word.isprintable() else f"$'{_in_shell(word)}'" for word in words)


def _escape(char: str) -> str:
    return repr(char)[1:-1]


def _in_json(char: str) -> str:
    from json import dumps

    return char if char.isprintable() or char == "\n" else dumps(char)[1:-1]


def _in_shell(word: str) -> str:
    quoted = word.replace("\\", "\\\\").replace("'", "\\'")
    return "".join(char if char.isprintable() else "".join(f"\\x{byte:02x}" for byte in _bytes(char)) for char in quoted)


def _bytes(char: str) -> bytes:
    return char.encode("utf-8", errors="surrogateescape" if "\udc80" <= char <= "\udcff" else "replace")
