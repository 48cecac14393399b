"""The tile game in the kernel, as Python sees it."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.game import GameState

KINDS: tuple[str, ...]
TYPE_MARKS: tuple[tuple[str, bool, bool, bool], ...]
FEATURE_NAMES: tuple[str, ...]
DETAIL_NAMES: tuple[str, ...]
COMMON_NAMES: tuple[str, ...]
CRITERION_NAMES: tuple[str, ...]
PHASES: tuple[str, ...]
PASS_STEP: int
MOST_OF_KIND: dict[str, int]
LARGEST_SIZE: int

def pack_step(tile: int, x: int, y: int) -> int: ...
def unpack_step(step: int) -> tuple[int, int, int]: ...

@disjoint_base
class MinesRules:
    def __new__(
        cls, sizes: Sequence[int], counts: Sequence[int], stations: Sequence[tuple[int, int]], opening_rule: bool
    ) -> MinesRules: ...
    def start(self) -> MinesState: ...
    def state(self, placed: Sequence[Sequence[int]], holes: Sequence[Sequence[int]], turn: int) -> MinesState: ...
    def from_bytes(self, saved: bytes) -> MinesState: ...

@disjoint_base
class MinesState(GameState):
    def fields(self) -> dict[str, Any]: ...
    def tally(self) -> tuple[list[list[int]], int | None, int | None]: ...
