"""What a game had in it that designers want to compare: its effects, how often they were drawn, to whom chance dealt them, and
who played them; and which of them chance puts in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solsearch.games.base import CHANCE, Game
from solsearch.games.laststar.data import TRIGGER
from solsearch.games.laststar.game import LastStar
from solsearch.games.laststar.notation import LastDaysStep
from solsearch.games.laststar.setup import drawn_effects

_FLARES = ("flare", TRIGGER)
"""Cards of these do more than their effect: whoever draws one has a flare. So they do not say what an effect is worth."""
_DIGITS = 6


def features(game: Game, steps: Sequence[str], actors: Sequence[int]) -> dict[str, Any]:
    """For all effects in play what `Registration.features` asks for. Cards are dealt to the seat in whose turn they are drawn.

    Luck is counted among the cards that are no flares. An effect that stands for flares alone has none to compare.
    """
    effect_of: dict[str, str] = game.options().get("effects", {})
    told = {effect: _Told(game.players) for effect in dict.fromkeys(effect_of.values())}
    step_of = {text: _read(game, text) for text in set(steps)}
    data_of = {text: _data(game, step) for text, step in step_of.items()}
    state = game.start_state()
    left = {_data(game, step).card: count for step, count in game.undrawn(state).items()}
    plain = {suit: count for suit, count in left.items() if suit not in _FLARES}
    for effect in (effect_of[suit] for suit in plain if suit in effect_of):
        told[effect].comparable = True
    for text, actor in zip(steps, actors, strict=True):
        data = data_of[text]
        if actor == CHANCE and data.card is not None:
            seat = state.get_turn()
            held = _held_as(game, data.card)
            if held in effect_of:
                told[effect_of[held]].dealt[seat] += 1
            if data.card in plain:
                total = sum(plain.values())
                for suit, count in plain.items():
                    if suit in effect_of:
                        told[effect_of[suit]].luck[seat] += (suit == data.card) - count / total
                plain[data.card] -= 1
        elif data.kind == "play" and data.effect in told:
            told[data.effect].played[actor] += 1
        state.try_apply(step_of[text])
    return {"effect": {effect: counts.plain() for effect, counts in told.items()}}


def drawn_features(ruleset: str, wanted: Mapping[str, Any]) -> dict[str, list[str]]:
    """The effects that chance may put in play where a set-up is chosen by these wishes."""
    return {"effect": drawn_effects(ruleset, wanted)}


def _held_as(game: Game, card: str) -> str:
    """The suit of a card; trigger flares that are flares are held as such."""
    assert isinstance(game, LastStar)
    return "flare" if card == TRIGGER and game.parameters["marked_flares"] else card


class _Told:
    """What is counted of an effect, by seat."""

    def __init__(self, players: int) -> None:
        self.dealt, self.played, self.luck = [0] * players, [0] * players, [0.0] * players
        self.comparable = False

    def plain(self) -> dict[str, Any]:
        luck = [round(value, _DIGITS) for value in self.luck] if self.comparable else None
        return {"drawn": sum(self.dealt), "dealt": self.dealt, "played": self.played, "luck": luck}


def _read(game: Game, text: str) -> int:
    step = game.parse(text)
    assert step is not None, f"a game that was played has no step {text!r}"
    return step


def _data(game: Game, step: int) -> LastDaysStep:
    data = game.step_data(step)
    assert isinstance(data, LastDaysStep)
    return data
