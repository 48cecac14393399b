"""Sol: Last Days of a Star in the kernel, as Python sees it."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.game import GameState

STEP_KINDS: dict[str, int]
PHASES: tuple[str, ...]
EFFECTS: tuple[str, ...]
TIMINGS: tuple[str, ...]
EVENTS: tuple[str, ...]
FEATURE_NAMES: tuple[str, ...]

def pack_step(kind: int, a: int = 0, b: int = 0, c: int = 0) -> int: ...
def unpack_step(step: int) -> tuple[int, int, int, int]: ...

@disjoint_base
class LastStarRules:
    def __init__(self, board: dict[str, Any], parameters: dict[str, Any]) -> None: ...
    def start(self) -> LastStarState: ...
    def state(self, fields: dict[str, Any]) -> LastStarState: ...
    def set_weights(self, weights: dict[str, Any]) -> None: ...
    def from_bytes(self, saved: bytes) -> LastStarState: ...

@disjoint_base
class LastStarState(GameState):
    def features(self, seat: int) -> list[float]: ...
    def fields(self) -> dict[str, Any]: ...
