"""The recorded lists of legal actions beside our legal steps."""

from __future__ import annotations

from collections.abc import Callable

from flights import moving_differences, starting, unequal

from solsearch.formats.laststar.boardtogether.events import (
    ANY_TIME_EFFECTS,
    CONVERT_EFFECTS,
    DRAW_EFFECTS,
    MOVE_EFFECTS,
    Action,
    Event,
)
from solsearch.formats.laststar.boardtogether.mapping import choice_text, conversion_text
from solsearch.formats.laststar.boardtogether.ours import OurGame

CONVERSIONS = ("gate ", "node ", "foundry ", "tower ")
MOVES = ("launch ", "fly ", "hurl ")
CHOICES = ("Accelerate", "Blight", "Hatch", "Invade", "Metamorphosize", "Sacrifice", "Tribute")
# Cards that are an action of their own: with one in hand the peer offers the action even where only the card can do it.
WHOLE_ACTIONS = {"ChooseActivate": ("blight", "sacrifice", "pulse"), "ChooseConvert": ("invade",)}


def legal_differences(game: OurGame, event: Event, effects: dict[str, str], ahead: bool) -> str:
    """How the recorded list and our legal steps differ, as text; empty if they agree."""
    listed = [entry for entry in event.legal or () if entry["type"] != "ActivateEffect"]
    if ahead:
        # Ours went on by itself because nothing was left to choose.
        choices = [entry for entry in listed if entry["type"] not in ("Pass", "Deconstruct", "Convert", *CHOICES)]
        return f"legal: ours has no choice, theirs {listed}" if choices or len(listed) > 1 else ""
    problem = _card_differs(game, event, effects)
    if problem or _leaves_flares_out(event):
        return problem
    if any(entry["type"] in CHOICES for entry in listed):
        return unequal("choices", game.texts, map(choice_text, listed))
    compare = BY_PHASE.get(event.phase)
    return compare(_past_stops(game, event), event, listed, effects) if compare else ""


def _leaves_flares_out(event: Event) -> bool:
    """Pulse reaches further in the peer's game, and duplicate leaks into its flares."""
    effect = event.before["active_effect"]
    return effect == "pulse" or (effect == "duplicate" and event.phase == "SolarFlares")


def _past_stops(game: OurGame, event: Event) -> OurGame:
    """Our game behind the stop at which it asks for a card, where the peer offers the card beside the rest."""
    if game.phase not in ("after base", "closing") or event.phase == "CheckEffect":
        return game
    copy = game.copy()
    copy.play("done", copy.position.actor)
    return copy


def _entries(listed: list[Action], kind: str) -> list[Action]:
    return [entry for entry in listed if entry["type"] == kind]


# --- the card ------------------------------------------------------------------------------------------------------


def _card_differs(game: OurGame, event: Event, effects: dict[str, str]) -> str:
    """Whether both let the card be played, or neither, but for the known differences."""
    held = effects.get(event.before["players"][event.seat]["card"])
    ours = f"play {held}" in game.texts
    theirs = bool(_entries(event.legal or [], "ActivateEffect"))
    if held is None or ours == theirs:
        return ""
    if _peer_never_asks(held, game, event) if ours else _only_the_peer_allows(held, game, event):
        return ""
    return f"legal card {held}: ours {ours}, theirs {theirs}"


def _peer_never_asks(effect: str, game: OurGame, event: Event) -> bool:
    """Ours lets a card be played where the peer does not."""
    if effect in MOVE_EFFECTS:
        # The peer asks for a sundiver that can use these two.
        unused = {"puncture": "A", "teleport": ""}.get(effect)
        return event.phase != "Moving" or (unused is not None and not _own_sundivers(game, event, but_in=unused))
    if effect in CONVERT_EFFECTS:
        return event.phase != ("Converting" if effect == "invade" else "CheckEffect")
    if effect in DRAW_EFFECTS:
        return event.phase not in ("DrawingCards", "CheckEffect")
    if effect in ANY_TIME_EFFECTS:
        return False
    if effect == "metamorphosis":
        return event.phase != "CheckEffect"
    return effect == "pulse" or event.phase not in ("Activating", "CheckEffect")


def _own_sundivers(game: OurGame, event: Event, but_in: str) -> bool:
    """Whether the seat has sundivers on the board outside a ring."""
    cells = game.view["cells"].items()
    return any(cell["divers"][event.seat or 0] for name, cell in cells if name[0] != but_in)


def _only_the_peer_allows(effect: str, game: OurGame, event: Event) -> bool:
    """The peer lets a card be played where ours does not: named in DIFFERENCES.md."""
    if event.phase in ("SolarFlares", "ChoosingCard"):  # after the draw
        return True
    if effect in ("pulse", "chain", "duplicate"):
        return True
    if effect in ("metamorphosis", "synchronize"):  # before the bonus
        return game.phase in ("after base", "bonus")
    if effect == "motivate":  # too late
        return event.phase != "CheckEffect"
    if effect == "augment":  # with a short reserve
        station = game.view["cells"].get(game.view["pending"], {}).get("station")
        return bool(station and station[0] == "foundry")
    # Ours is asked after what it has to take down, before the owner of a station and before the action is ended.
    return effect in ANY_TIME_EFFECTS and game.phase in ("deconstruct", "bonus", "drawing")


# --- phase by phase ------------------------------------------------------------------------------------------------


def _turn_start(game: OurGame, event: Event, listed: list[Action], effects: dict[str, str]) -> str:
    ours = game.texts
    stations = {text for text in starting(ours, "deconstruct ") if "-" not in text}
    theirs = {f"deconstruct {entry['at']}" for entry in _entries(listed, "Deconstruct")}
    problem = unequal("stations to take down", stations, theirs)
    if problem or stations:
        return problem
    held = effects.get(event.before["players"][event.seat]["card"])
    kinds = {"ChooseMove": (*MOVES, "done"), "ChooseConvert": CONVERSIONS, "ChooseActivate": ("activate ",)}
    for kind, prefixes in kinds.items():
        have, offered = bool(starting(ours, *prefixes)), bool(_entries(listed, kind))
        have = have or (held in WHOLE_ACTIONS.get(kind, ()) and f"play {held}" in ours)
        if have != offered and not (held == "pulse" and kind == "ChooseActivate"):
            return f"legal {kind}: ours {have}, theirs {offered}"
    return ""


def _moving(game: OurGame, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    return moving_differences(game, event, listed)


def _converting(game: OurGame, _event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    ours = starting(game.texts, *CONVERSIONS)
    return unequal("conversions", ours, map(conversion_text, _entries(listed, "Convert")))


def _activating(game: OurGame, _event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    if _entries(listed, "ActivateBonus"):
        return unequal("answers to a bonus", game.texts, {"bonus", "decline"})
    theirs = {f"activate {entry['at']}" for entry in _entries(listed, "Activate")}
    problem = unequal("activations", starting(game.texts, "activate "), theirs)
    if not problem and _entries(listed, "Pass") and "done" not in game.texts:
        return "legal: ours must go on, theirs may pass"
    return problem


def _drawing(game: OurGame, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    if game.phase == "choosing":
        return unequal("suits to name", game.texts, (f"choose {entry.get('guess')}" for entry in listed))
    deck = event.before["deck"] if _entries(listed, "DrawCards") else {}
    return unequal("draws", game.texts, (f"draw {suit}" for suit, count in deck.items() if count))


def _keeping(game: OurGame, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    theirs = {f"keep {entry['suit']}" for entry in _entries(listed, "ChooseCard")}
    held = event.before["players"][event.seat]["card"]
    if held:
        theirs.add(f"keep {held}")  # what the peer's Pass means
    return unequal("cards to keep", game.texts - {"keep none"}, theirs)


BY_PHASE: dict[str, Callable[[OurGame, Event, list[Action], dict[str, str]], str]] = {
    "StartOfTurn": _turn_start,
    "Moving": _moving,
    "Converting": _converting,
    "Activating": _activating,
    "SolarFlares": _activating,
    "DrawingCards": _drawing,
    "ChoosingCard": _keeping,
}
