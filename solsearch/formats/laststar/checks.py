"""What must agree in a position of Last Days: the counts of pieces and cards, the eyes, the opening."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from solsearch.formats.errors import Faults, FormatError
from solsearch.formats.laststar.board import BoardContents
from solsearch.formats.laststar.keys import cards_of
from solsearch.formats.laststar.limits import check_limits
from solsearch.games.laststar.data import STATIONS
from solsearch.games.laststar.game import LastStar


@dataclass(frozen=True)
class Checked:
    """What was read without a fault, so that it can be compared with the rest."""

    seats: set[int]
    eyes: bool
    """The eyes of all seats, and whose turn it is."""
    game: bool


def check(board: BoardContents, fields: dict[str, Any], faults: Faults, read: Checked) -> None:
    """Notes place and reason where the parts contradict each other. `fields` are what the kernel is given."""
    for seat in sorted(read.seats):
        with faults.noted():
            _check_sundivers(board, fields, seat)
    if read.eyes:
        with faults.noted():
            _check_eyes(board.game, fields)
    if read.game:
        _check_cards(board.game, fields, faults)
        if fields["opening"]:
            with faults.noted():
                _check_opening(board, fields["turn"])
        with faults.noted():
            check_limits(board.game, fields)


def _check_sundivers(board: BoardContents, fields: dict[str, Any], seat: int) -> None:
    all_of_one = board.game.parameters["hold"] + board.game.parameters["reserve"]
    row = fields["seats"][seat]
    counts = {
        "hold": row["hold"],
        "reserve": row["reserve"],
        "board": sum(count for (_, owner), count in board.sundivers.items() if owner == seat),
        "in other holds": sum(other["guests"][seat] for other in fields["seats"]),
        "lost in space": row["lost"],
    }
    total = sum(counts.values())
    if total > all_of_one:
        parts = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        raise FormatError(f"seat {seat}", f"{total} sundivers ({parts}): a player has {all_of_one}")
    if total < all_of_one and board.game.parameters["hurled_return"]:
        parts = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        raise FormatError(f"seat {seat}", f"{total} sundivers ({parts}): a player has {all_of_one}, and none leaves the game")


def _check_eyes(game: LastStar, fields: dict[str, Any]) -> None:
    """Motherships start evenly and orbit in turn, so each is as far behind the one before it as the turn says."""
    eyes = [row["eye"] for row in fields["seats"]]
    for seat, eye in enumerate(eyes):
        if eye in eyes[:seat]:
            raise FormatError(f"seat {seat}, eye", f"eye {eye} is taken by seat {eyes.index(eye)}")
    turn = 0 if fields["opening"] else fields["turn"]
    right = [game.eye_of(seat, turn, eyes[turn], fields["opening"]) for seat in range(game.players)]
    for seat, eye in enumerate(eyes):
        if eye != right[seat]:
            when = "while structures are placed" if fields["opening"] else f"when seat {turn} is to move"
            behind = f"{when} and its mothership is at eye {eyes[turn]}"
            raise FormatError(f"seat {seat}, eye", f"{eye}, but {behind}, that of seat {seat} is at eye {right[seat]}")


def _check_cards(game: LastStar, fields: dict[str, Any], faults: Faults) -> None:
    """Flares, the marked ones too, and spiral go down together; no more cards than there are."""
    undrawn = dict(zip(game.all_suits, fields["undrawn"], strict=False))
    marked = fields["undrawn"][-1] if game.parameters["marked_flares"] else 0
    undrawn["flare"] += marked
    beyond = game.parameters["flares"] - game.parameters["spiral"]
    if undrawn["flare"] != fields["spiral"] + beyond:
        flares = f"{undrawn['flare']} flares undrawn" + (f", {marked} of them marked" if marked else "")
        more = f", {beyond} more of them than on the spiral" if beyond else ""
        together = f"{flares}, but the spiral is at {fields['spiral']}: they go down together{more}"
        faults.found.append(FormatError("undrawn, flare", together))
    held = Counter(game.all_suits[row["card"]] for row in fields["seats"] if row["card"] >= 0)
    for suit in game.suits:
        most = game.parameters[cards_of(suit)]
        if held[suit] + undrawn[suit] > most:
            too_many = f"{undrawn[suit]} undrawn and {held[suit]} held: there are {most} of them"
            faults.found.append(FormatError(f"undrawn, {suit}", too_many))


def _check_opening(board: BoardContents, turn: int) -> None:
    """Structures are placed in turn order, or the last seat first; one each and then the other, or gates first."""
    game = board.game
    if game.setup.opening == "none":
        raise FormatError("opening", "this game has no structures to place")
    if board.sundivers:
        raise FormatError("opening", "no sundiver is on the board before the first turn")
    if game.setup.opening == "stations":
        _check_stations_placed(board, turn)
        return
    placed = []
    for seat in range(game.players):
        gates = sum(owner == seat for owner in board.gates.values())
        stations = sum(owner == seat for owner, _ in board.stations.values())
        if gates > 1 or stations > 1:
            raise FormatError("opening", f"seat {seat} has placed more than a gate and a station")
        if stations > gates and game.setup.opening != "vestigial":
            raise FormatError("opening", f"seat {seat} has placed a station, but gates come first")
        placed.append(gates + stations)
    done = min(placed)
    if done == 2:
        raise FormatError("opening", "every seat has placed its gate and its station: the opening is over")
    last_first = game.setup.opening == "quickstart"
    before = game.players - 1 - turn if last_first else turn
    if (placed[::-1] if last_first else placed) != [done + 1] * before + [done] * (game.players - before):
        counts = ", ".join(f"seat {seat} {count}" for seat, count in enumerate(placed))
        raise FormatError("opening", f"structures placed: {counts}; so it is not the turn of seat {turn}")


def _check_stations_placed(board: BoardContents, turn: int) -> None:
    """The last seat first, each a node and then a foundry in A."""
    if board.gates:
        raise FormatError("opening", "no gate is on the board before the first turn")
    cells = board.game.board.cells
    for cell, (seat, kind) in sorted(board.stations.items()):
        if cells[cell][0] != "A" or STATIONS[kind] == "tower":
            wrong = f"a {STATIONS[kind]} of seat {seat} in {cells[cell]}"
            raise FormatError("opening", f"{wrong}: nodes and foundries are placed, in A")
    placed = [(board.built(seat, "node"), board.built(seat, "foundry")) for seat in range(board.game.players)]
    wanted = [[(0, 0)] if seat < turn else [(0, 0), (1, 0)] if seat == turn else [(1, 1)] for seat in range(len(placed))]
    if any(stations not in possible for stations, possible in zip(placed, wanted, strict=True)):
        counts = ", ".join(f"seat {seat} {nodes} and {foundries}" for seat, (nodes, foundries) in enumerate(placed))
        raise FormatError("opening", f"nodes and foundries placed: {counts}; so it is not the turn of seat {turn}")
