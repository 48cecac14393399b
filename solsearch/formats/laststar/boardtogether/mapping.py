"""The peer's actions as our steps.

`STEPS` has one function per action type. It yields the texts of our steps that do the same, often none; each is played
before the next is asked for. Ours asks only where there is a choice, so what is yielded depends on where it stands:
a card with one way to use it is used as it is played, and a stop to play a card is left with `done` as soon as the
record shows that the card was not played there.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from solsearch.formats.laststar.boardtogether.events import ANY_TIME_EFFECTS, Action, Event
from solsearch.formats.laststar.boardtogether.ours import OurGame, Steps

# Announced by the peer before a bonus is settled; ours plays them behind it.
BEHIND_THE_BONUS = ("metamorphosis", "synchronize")


class NotMapped(Exception):
    """An action that cannot be mapped because of a known difference; the text is the reason to skip."""


def _nothing(_event: Event, _game: OurGame) -> Steps:
    """Ours has no such step: the kind of action shows in its first step, and flares resolve by themselves."""
    yield from ()


# --- moving --------------------------------------------------------------------------------------------------------


def _launch(event: Event, _game: OurGame) -> Steps:
    yield from [launch_text(event.seat, event.action)] * int(event.action["count"])


def launch_text(seat: int | None, action: Action) -> str:
    guest = "" if action["from"] == seat else f" from {action['from']}"
    return f"launch {action['to']}{guest}"


def _fly(event: Event, game: OurGame) -> Steps:
    action = event.action
    start, end = action["path"][0], action["path"][-1]
    if action.get("station"):
        yield from _fly_station(action["path"], game)
    elif action.get("cluster"):
        yield f"cluster {start} {end}"
    elif action.get("teleport"):
        yield f"teleport {start} {end}"
    elif action.get("puncture"):
        yield f"puncture {start} {end}"
    else:
        path = _around_the_heart(event)
        for diver in action["diver_ids"]:
            yield from _fly_sundiver(diver, path, action, game)


def _around_the_heart(event: Event) -> list[str]:
    """The peer lists some transcend paths through the heart; ours go around, past the core cell next to both."""
    path = list(event.action["path"])
    for number, (before, cell, after) in enumerate(zip(path, path[1:], path[2:], strict=False), 1):
        if cell != "H":
            continue
        between = _core_cells_next_to(before) & _core_cells_next_to(after)
        if len(between) != 1:
            raise NotMapped("a path through the heart that has no way around of the same length")
        path[number] = between.pop()
        around = event.before["cells"].get(path[number])
        if around and around["divers"][event.seat] >= 5:
            raise NotMapped("a path through the heart, past a cell with five")
    return path


def _core_cells_next_to(cell: str) -> set[str]:
    number = int(cell[1:])
    return {f"E{number % 5 + 1}", f"E{(number - 2) % 5 + 1}"} if cell.startswith("E") else set()


def _fly_sundiver(diver: str, path: list[str], action: Action, game: OurGame) -> Steps:
    """One sundiver border by border. Which one it is matters under catapult and passage alone."""
    if action.get("passage") and game.chosen is None:
        game.chosen = diver
    free = bool(action.get("catapult"))
    gates = [set(ends) for ends in action["gates"]]
    for here, there in pairwise(path):
        text = flight_text(here, there)
        if diver == game.chosen and f"{text} chosen" in game.texts:
            text += " chosen"
        elif free and {here, there} in gates:
            text += " free"
            free = False
            game.crossed_free.add(diver)
        elif diver in game.crossed_free and f"{text} spent" in game.texts:
            text += " spent"
        yield text


def flight_text(here: str, there: str) -> str:
    return f"hurl {here}" if there == "H" else f"fly {here} {there}"


def _fly_station(path: list[str], game: OurGame) -> Steps:
    """Juggernaut. Over another station ours flies on by itself where there is one way, past some cells of the path."""
    place = 0
    while place + 1 < len(path):
        here, there = path[place], path[place + 1]
        yield f"hurl station {here}" if there == "H" else f"move station {here} {there}"
        followed = game.view["followed"]
        if game.view["effect"] != "juggernaut" or followed not in path[place + 1 :]:
            return  # it has been hurled or the action has ended
        place = path.index(followed, place + 1)


def _fuel(_event: Event, _game: OurGame) -> Steps:
    yield "fuel"


# --- converting and activating -------------------------------------------------------------------------------------


def _convert(event: Event, game: OurGame) -> Steps:
    # With a single conversion left, cascade makes it as it is played.
    if not (event.before["active_effect"] == "cascade" and game.phase != "converting"):
        yield conversion_text(event.action)


def conversion_text(action: Action) -> str:
    what, at, used = action["what"], action["at"], action["used"]
    others = list(used)
    if at in others:
        others.remove(at)
    if what == "gate":
        return f"gate {others[0]} {at} {action['inner']}"
    if what == "foundry":
        return f"foundry {at} {others[0]}"
    if what == "tower":
        return f"tower {' '.join(reversed(used))}"
    return f"node {at}"


def _activate(event: Event, _game: OurGame) -> Steps:
    if not event.action.get("system"):  # what motivate brings about: ours has it in playing the card
        yield f"activate {event.action['at']}"


def _take_bonus(_event: Event, _game: OurGame) -> Steps:
    yield "bonus"


# --- cards ---------------------------------------------------------------------------------------------------------


def _play_card(event: Event, game: OurGame) -> Steps:
    effect = event.action["effect"]
    if effect in BEHIND_THE_BONUS and game.phase in ("after base", "bonus"):
        game.deferred = effect
    else:
        yield f"play {effect}"


def choice_text(action: Action) -> str:
    """What a card asks, as our answer."""
    kind = action["type"]
    if kind == "Accelerate":
        return f"choose {action['amount']}"
    if kind == "Metamorphosize":
        return f"choose {action['to']}"
    if kind in ("Hatch", "Blight"):
        return f"choose {action['at']} {action['target']}"
    return f"choose {action['at']}"  # tribute, sacrifice, invade


def _choose(event: Event, game: OurGame) -> Steps:
    if game.phase == "choosing":
        yield choice_text(event.action)


def _chain(event: Event, game: OurGame) -> Steps:
    """The end to begin at; then, cell by cell, whose sundiver, where ours asks."""
    seats = {link["at"]: link["seat"] for link in event.action["chain"]}
    yield f"choose {event.action['chain'][0]['at']}"
    while game.phase == "choosing":
        yield f"choose {seats.get(game.view['followed'])}"


def _draw(event: Event, game: OurGame) -> Steps:
    if game.phase == "choosing":  # pillar; the peer names the suit as it draws
        yield f"choose {event.action.get('guess')}"
    for suit in event.action["drawn"]:
        yield f"draw {suit}"


def _keep(event: Event, _game: OurGame) -> Steps:
    yield f"keep {event.action['suit']}"


def _deconstruct(event: Event, game: OurGame) -> Steps:
    # With a single candidate ours takes it down by itself.
    if game.phase == "deconstruct":
        yield f"deconstruct {event.action['at']}"


# --- passing -------------------------------------------------------------------------------------------------------


def _pass(event: Event, game: OurGame) -> Steps:
    """What a Pass means depends on the recorded phase; ours may not ask where there is nothing to choose."""
    asked = game.view["actor"] == event.seat
    if event.phase == "CheckEffect" or not asked or game.view["turn"] != event.before["turn"]:
        return  # no step of ours, or one that ours has taken by itself
    if event.phase == "ChoosingCard":
        if game.phase == "keeping":
            yield f"keep {event.before['players'][event.seat]['card'] or 'none'}"
    elif game.phase == "bonus":
        yield "decline"
    elif event.phase == "SolarFlares":
        if game.phase == "flare":
            yield "done"
    elif game.phase in ("start", "moving", "activating") and not declines_bonus(event):
        yield "done"


def declines_bonus(event: Event) -> bool:
    """Whether a Pass says that it declines a bonus; while activating it may also end the action."""
    return event.action.get("context") == "declinedBonus"


STEPS: dict[str, Callable[[Event, OurGame], Steps]] = {
    "ChooseMove": _nothing,
    "ChooseConvert": _nothing,
    "ChooseActivate": _nothing,
    "SolarFlare": _nothing,
    "Launch": _launch,
    "Fly": _fly,
    "Hurl": _fly,
    "Fuel": _fuel,
    "Convert": _convert,
    "Activate": _activate,
    "ActivateBonus": _take_bonus,
    "ActivateEffect": _play_card,
    "Accelerate": _choose,
    "Blight": _choose,
    "Hatch": _choose,
    "Invade": _choose,
    "Metamorphosize": _choose,
    "Sacrifice": _choose,
    "Tribute": _choose,
    "Chain": _chain,
    "DrawCards": _draw,
    "ChooseCard": _keep,
    "Deconstruct": _deconstruct,
    "Pass": _pass,
}


def steps_of(event: Event, game: OurGame) -> Steps:
    """Our steps for an event. May raise NotMapped."""
    return STEPS[event.kind](event, game)


# --- stops to play a card ------------------------------------------------------------------------------------------


def has_passed_the_stop(event: Event, game: OurGame) -> bool:
    """Whether ours stops to ask for a card where the event shows that it is not played there."""
    if event.kind in ("Activate", "ActivateBonus") or (event.kind == "Pass" and event.phase == "Activating"):
        return game.phase == "after base"
    if event.kind == "ActivateEffect":
        # An any-time card may be meant for later than between base and bonus: the peer asks for no bonus any more.
        return event.plays(*ANY_TIME_EFFECTS) and game.phase == "after base" and not game.goes_on_to_a_bonus()
    return event.kind in ("DrawCards", "SolarFlare", "ChooseCard") and game.only_a_card_is_left()


def deferred_step(game: OurGame) -> str | None:
    """The card that waited for the bonus, once that is settled."""
    if game.deferred is None or game.phase in ("after base", "bonus"):
        return None
    effect, game.deferred = game.deferred, None
    return f"play {effect}"


def waits_for_more(event: Event, game: OurGame) -> bool:
    """After an event at which the two cannot be compared, because one of them is in the middle of something."""
    return not event.settled or game.deferred is not None or event.plays("motivate")


def awaits_choice(state: dict[str, Any]) -> bool:
    """Whether a card has been played in the record and what it asks is still to come."""
    if state["phase"] in ("Hatching", "Accelerating", "Tributing", "Metamorphosizing", "Chaining"):
        return True
    effect, phase = state["active_effect"], state["phase"]
    return (phase == "Activating" and effect in ("blight", "sacrifice")) or (
        phase == "Converting" and effect in ("cascade", "invade")
    )
