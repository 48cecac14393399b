"""Position files: TOML written by people, JSON written by programs. Faults name the file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from solsearch.formats.errors import FormatError
from solsearch.formats.position import from_dict
from solsearch.games import Position

LARGEST = 1_000_000
"""Bytes of a position file: a hundred times what one needs."""


def load_position(path: str) -> Position:
    """The position in a TOML or JSON file; FormatError naming the file, the place and the reason."""
    try:
        return from_dict(_parse(_read(path)))
    except FormatError as error:
        raise FormatError(path, str(error)) from None


def _read(path: str) -> str:
    file = Path(path)
    if file.stat().st_size > LARGEST:
        raise FormatError("", f"too large for a position: {file.stat().st_size:,} bytes, at most {LARGEST:,}")
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("", f"not a text file: byte {error.start} is no UTF-8") from None


def _parse(text: str) -> Any:
    if text.lstrip().startswith("{"):
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise FormatError(f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}") from None
        except (RecursionError, ValueError) as error:
            raise FormatError("", f"not JSON: {error}") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError("", f"not TOML: {error}") from None
    except (RecursionError, ValueError) as error:
        raise FormatError("", f"not TOML: {error}") from None
