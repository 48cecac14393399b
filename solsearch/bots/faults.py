"""What a bot can do wrong: one family of exceptions, and the kinds they are of. docs/bots.md tells users of them."""

from __future__ import annotations

from enum import StrEnum

_LONGEST_REASON = 300


class FaultKind(StrEnum):
    """How a bot broke the rules of the contest."""

    RAISED = "raised"
    """It raised an exception, or its program reported an error."""
    ILLEGAL = "illegal"
    """It answered with something that is not a legal step."""
    TIME = "time"
    """It took longer than the clock of the game allows."""
    MEMORY = "memory"
    """It took more memory than it may have."""
    HANG = "hang"
    """It did not answer, where no clock runs."""
    DIED = "died"
    """Its process ended."""


class BotFault(Exception):
    """What a bot did wrong: of which kind, and in words."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        """The reason may hold what a bot said: it is made fit for every file and every terminal."""
        reason = printable(reason)
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class SeatFault(BotFault):
    """What the bot in a seat did wrong."""

    def __init__(self, seat: int, kind: FaultKind, reason: str) -> None:
        super().__init__(kind, reason)
        self.seat = seat

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.reason}"

    @staticmethod
    def from_error(seat: int, error: Exception) -> SeatFault:
        """Whatever the bot in that seat raised. Supervisors of bots in processes of their own say the kind."""
        if isinstance(error, MemoryError):
            return SeatFault(seat, FaultKind.MEMORY, "out of memory")
        kind = error.kind if isinstance(error, BotFault) else FaultKind.RAISED
        return SeatFault(seat, kind, in_one_line(error))


def printable(text: str) -> str:
    """On one line, not too long, and what cannot be seen, or is half of a character, as its escape: `\\x1b`, `\\ud800`."""
    one_line = " ".join(text[: 4 * _LONGEST_REASON].split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in one_line)[:_LONGEST_REASON]


def in_one_line(error: Exception) -> str:
    """An exception for people: the words of a fault as they are, others after the name of their class."""
    try:
        said = printable(str(error))
    except Exception:  # it is somebody else's, and may fail at that, too
        said = "it cannot be told"
    return said if isinstance(error, BotFault) else f"{type(error).__name__}: {said}".removesuffix(": ")
