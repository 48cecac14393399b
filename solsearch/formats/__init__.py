"""Files and data: positions and records, read and written. Every fault in them is a FormatError."""

from solsearch.formats.errors import FormatError, ReplayError

__all__ = ["FormatError", "ReplayError"]
