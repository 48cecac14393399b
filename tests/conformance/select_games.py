"""Chooses the recorded games that live in the project, so that the tests need no other files.

    python tests/conformance/select_games.py FOLDER

FOLDER has the recordings (`*.jsonl.gz`); what was in `games/` beside this script is replaced. Again and again the game
is taken that brings most of what is still missing per byte, until nothing is missing: plays of every effect in every
phase, every flag, action, end and start of a game, every number of players, and lists of legal actions in every phase
under every effect. Lines are copied unchanged, into a file for each number of players.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records import record_of

from solsearch.formats.laststar.boardtogether.events import Event
from solsearch.formats.laststar.boardtogether.known import skip_reason

Feature = tuple[str, ...]

GAMES = Path(__file__).parent / "games"
WANTED = {"effect": 6, "card": 1, "list": 1}  # how often, as far as the recordings have it; anything else twice
LIMIT = 700_000  # bytes in all


@dataclass(frozen=True)
class Candidate:
    line: bytes
    size: int  # compressed
    players: int
    features: Counter[Feature]


def features_of(data: dict[str, Any]) -> Counter[Feature]:
    """What a recorded game has that is worth a test."""
    record = record_of(data)
    found: Counter[Feature] = Counter()
    found["players", str(record.players)] += 1
    found["start", data["header"].get("start", "usual")] += 1
    found["end", data["result"]["end"].split(":")[0]] += 1
    for turn in record.turns():
        found.update(("action", event.kind, event.phase) for event in turn)
        found.update(("flag", flag, event.kind) for event in turn for flag in event.flags)
        for number, event in enumerate(turn):
            if skip_reason(turn, number, last_turn=False, stuck=False):
                break
            found.update(compared_features(event))
    return found


def compared_features(event: Event) -> Iterator[Feature]:
    """Of an event that is not skipped."""
    if event.kind == "ActivateEffect":
        yield "effect", event.action["effect"]
        yield "card", event.action["effect"], event.phase
    if event.legal is not None:
        # An effect that is over shows in the record up to the end of the turn, but changes no list any more.
        effect = event.before["active_effect"] if event.phase in ("Moving", "Converting", "Activating") else None
        yield "list", event.phase, effect or "none"


def candidates(folder: Path) -> list[Candidate]:
    found: list[Candidate] = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        for line in gzip.decompress(path.read_bytes()).splitlines(keepends=True):
            data = json.loads(line)
            size = len(gzip.compress(line, 9, mtime=0))
            found.append(Candidate(line, size, data["header"]["players"], features_of(data)))
    return found


def choose(games: list[Candidate]) -> list[Candidate]:
    """Greedily by what is gained per byte, until nothing is missing or the limit is reached."""
    available: Counter[Feature] = Counter()
    for game in games:
        available += game.features
    missing = Counter({what: min(count, WANTED.get(what[0], 2)) for what, count in available.items()})
    chosen: list[Candidate] = []
    left = list(games)
    while +missing:
        best = max(left, key=lambda game: (missing & game.features).total() / game.size)
        if not (missing & best.features) or sum(game.size for game in chosen) + best.size > LIMIT:
            break
        chosen.append(best)
        left.remove(best)
        missing -= best.features
    print(f"still missing: {dict(missing)}" if missing else "nothing is missing")
    return chosen


def write(chosen: list[Candidate]) -> None:
    GAMES.mkdir(exist_ok=True)
    for path in GAMES.glob("*.jsonl.gz"):
        path.unlink()
    for players in sorted({game.players for game in chosen}):
        lines = b"".join(game.line for game in chosen if game.players == players)
        path = GAMES / f"{players}p.jsonl.gz"
        path.write_bytes(gzip.compress(lines, 9, mtime=0))
        print(f"{path.name}: {sum(game.players == players for game in chosen)} games, {path.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: select_games.py FOLDER")
    write(choose(candidates(Path(sys.argv[1]))))
