"""A game of Sol: Last Days of a Star: the options a group chooses before it plays, checked, and its kernel rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solsearch._ext.game import GameState
from solsearch._ext.laststar import LastStarRules, LastStarState
from solsearch.games.base import CHANCE, NOBODY, Game, OptionError
from solsearch.games.laststar.data import PIECES, STATIONS, TRIGGER, Board, boards, rulesets
from solsearch.games.laststar.notation import Notation

_OPENINGS = {"none": 0, "vestigial": 1}


class LastStar(Game):
    """A ruleset of Last Days with its options. Made by `new_game`.

    players   1 to 5; alone you play for a target, and every orbit draws a card
    suits     the suits in the deck, flares included; by default as many as the ruleset says, in the ruleset's order
    effects   what each suit stands for: a mapping suit -> effect, or effects in the order of the suits. By default none:
              cards can be held, and mean nothing
    longer    no structures at the start, and one more suit
    """

    def __init__(
        self,
        ruleset: str,
        *,
        players: int = 2,
        suits: Iterable[str] | None = None,
        effects: Mapping[str, str] | Iterable[str] | None = None,
        longer: bool = False,
    ) -> None:
        self.ruleset = ruleset
        self._parameters = rulesets()[ruleset]
        low, high = self._parameters["players"]
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            raise OptionError(f"players = {players!r}: {ruleset} is for {low} to {high} players")
        self.players = players
        self.longer = bool(longer)
        self.suits = self._checked_suits(suits)
        self.effects = self._checked_effects(effects)
        self.board: Board = boards()[self._board_name()]
        self.notation = Notation(self.board, tuple(self._parameters["suits"]))
        self.rules = LastStarRules(self.board.kernel_tables(), self._kernel_parameters())

    # -- options -----------------------------------------------------------------------------------------------------

    @property
    def alone(self) -> bool:
        """Solo: an opponent is the deck, which every orbit draws from."""
        return self.players == 1

    @property
    def all_suits(self) -> tuple[str, ...]:
        """Every suit of the ruleset, in play or not, in the kernel's order."""
        return tuple(self._parameters["suits"])

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The ruleset's parameters, as in rulesets.toml."""
        return self._parameters

    def _board_name(self) -> str:
        names: dict[str, str] = self._parameters["board"]
        return names.get(str(self.players), names["other"])

    def _checked_suits(self, suits: Iterable[str] | None) -> tuple[str, ...]:
        known: list[str] = self._parameters["suits"]
        if suits is None:
            more: int = self._parameters["cooperative_suits"] if self.players == 1 else int(self.longer)
            return tuple(known[: 1 + self.players + more])
        chosen = list(suits)
        for suit in chosen:
            if suit not in known:
                raise OptionError(f"unknown suit {suit!r}: {self.ruleset} has {', '.join(known)}")
        if len(set(chosen)) < len(chosen):
            raise OptionError(f"a suit is named twice: {', '.join(chosen)}")
        if known[0] not in chosen or len(chosen) < 2:
            raise OptionError(f"the deck needs {known[0]}s and at least one other suit, not just {', '.join(chosen)}")
        return tuple(suit for suit in known if suit in chosen)

    def _checked_effects(self, effects: Mapping[str, str] | Iterable[str] | None) -> dict[str, str]:
        if effects is None:
            return {}
        known: list[str] = self._parameters["effects"]
        if not isinstance(effects, Mapping):
            names = list(effects)
            if len(names) > len(self.suits):
                raise OptionError(f"{len(names)} effects for {len(self.suits)} suits ({', '.join(self.suits)})")
            effects = dict(zip(self.suits, names, strict=False))
        for suit, effect in effects.items():
            if suit not in self.suits:
                raise OptionError(f"an effect for {suit!r}, which is not in play: {', '.join(self.suits)}")
            if effect not in known:
                raise OptionError(f"unknown effect {effect!r}: {self.ruleset} has {', '.join(known)}")
        return {suit: effects[suit] for suit in self.suits if suit in effects}

    def options(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "suits": list(self.suits),
            "effects": dict(self.effects),
            "longer": self.longer,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, (self.ruleset, self.options()))

    def _kernel_parameters(self) -> dict[str, Any]:
        p = self._parameters
        same = (
            "hold reserve energy movement cell_limit hurl_momentum base bonus cards unstable_energy flares suit_cards "
            "deconstruct_sundivers"
        ).split()
        known: list[str] = p["effects"]
        return {
            **{name: p[name] for name in same},
            "players": self.players,
            "opening": _OPENINGS["none" if self.longer or self.alone else "vestigial"],
            "pieces": [p["pieces"][piece] for piece in PIECES],
            "triggers": 0,
            "orbit_draws": self.alone,
            "common_win": self.alone,
            "target": p["cooperative_target"] if self.alone else 0,
            "quiet_limit": p["quiet_turns"] * self.players,
            "suits": [self.all_suits.index(suit) for suit in self.suits],
            "effects": [
                known.index(self.effects[suit]) if suit in self.effects else -1 for suit in (*self.all_suits, TRIGGER)
            ],
        }

    # -- the kernel's states -------------------------------------------------------------------------------------------

    def start_state(self) -> LastStarState:
        return self.rules.start()

    def state_from_bytes(self, saved: bytes) -> LastStarState:
        return self.rules.from_bytes(saved)

    def text(self, step: int) -> str:
        return self.notation.text(step)

    def parse(self, text: str) -> int | None:
        return self.notation.parse(text)

    def describe(self, state: GameState) -> str:
        assert isinstance(state, LastStarState)
        fields = state.fields()
        phase: str = fields["phase"]
        if phase in ("start", "moving"):
            return f"{phase}, {fields['points']} points"
        if phase == "bonus":
            return f"bonus of {self.board.cells[fields['pending']]}"
        if phase == "drawing":
            return f"drawing, {fields['owed']} owed"
        return phase

    def view(self, state: GameState) -> dict[str, Any]:
        assert isinstance(state, LastStarState)
        fields = state.fields()
        actor = fields["actor"]
        return {
            "turn": fields["turn"],
            "actor": None if actor == NOBODY else "chance" if actor == CHANCE else actor,
            "phase": fields["phase"],
            "spiral": fields["spiral"],
            "undrawn": self._by_suit(fields["undrawn"], whole=True),
            "seats": [self._seat_view(row) for row in fields["seats"]],
            "cells": self._cells_view(fields),
            "gates": {self.board.border_name(border): seat for border, seat in fields["gates"]},
            "points": fields["points"],
            "paid": fields["paid"],
            "owed": fields["owed"],
            "drawn": self._by_suit(fields["drawn"], whole=False),
            "flares": fields["flares"],
            "pending": None if fields["pending"] is None else self.board.cells[fields["pending"]],
            "activated": [self.board.cells[cell] for cell in fields["activated"]],
            "effect": None if fields["effect"] < 0 else self._parameters["effects"][fields["effect"]],
            "quiet": fields["quiet"],
        }

    def _by_suit(self, counts: list[int], whole: bool) -> dict[str, int]:
        """Counts by the name of the suit; `whole`: every suit in play, also those with none."""
        names = (*self.all_suits, TRIGGER)
        return {
            name: count for name, count in zip(names, counts, strict=True) if count or (whole and name in self.suits)
        }

    def _seat_view(self, row: dict[str, Any]) -> dict[str, Any]:
        return {
            **row,
            "card": None if row["card"] < 0 else self.all_suits[row["card"]],
            "guests": {seat: count for seat, count in enumerate(row["guests"]) if count},
            "pieces": dict(zip(PIECES, row["pieces"], strict=True)),
        }

    def _cells_view(self, fields: dict[str, Any]) -> dict[str, dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}

        def content(cell: int) -> dict[str, Any]:
            return found.setdefault(cell, {"divers": [0] * self.players})

        for cell, seat, count in fields["sundivers"]:
            content(cell)["divers"][seat] = count
        for cell, seat, kind in fields["stations"]:
            content(cell)["station"] = [STATIONS[kind], seat]
        for cell, count in fields["feeders"]:
            content(cell)["feeders"] = count
        for cell in fields["cubes"]:
            content(cell)["cube"] = True
        return {self.board.cells[cell]: found[cell] for cell in sorted(found)}


def make_game(ruleset: str, **options: Any) -> LastStar:
    """A game of one of the rulesets of Last Days."""
    return LastStar(ruleset, **options)


def _remake(ruleset: str, options: dict[str, Any]) -> LastStar:
    return LastStar(ruleset, **options)
