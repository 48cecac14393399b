"""The numbers of the kernel of Last Days by name."""

from collections.abc import Iterable

STEP_KINDS: dict[str, int]
PHASES: tuple[str, ...]
EFFECTS: tuple[str, ...]
VARIANTS: tuple[str, ...]
TIMINGS: tuple[str, ...]
EVENTS: tuple[str, ...]
OPENINGS: tuple[str, ...]
TRACKS: tuple[str, ...]
PIECES: tuple[str, ...]
FEATURE_NAMES: tuple[str, ...]
DETAIL_NAMES: tuple[str, ...]
COMMON_NAMES: tuple[str, ...]

def in_order(what: str, numbers: dict[str, int], count: int, first: int = 0) -> tuple[str, ...]: ...
def by_ring(name: str, first: int) -> dict[str, int]: ...
def each_of(name: str, first: int, names: Iterable[object]) -> dict[str, int]: ...
