"""What is left to chance before a game begins: which suits are in play, and which effects they stand for.

Pure functions: the same wishes and the same seed always choose the same, in every version of Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from solsearch.games.laststar.data import effects as effect_data
from solsearch.games.laststar.options import Options
from solsearch.games.registration import OptionError
from solsearch.spelling import unknown

RANDOM, NONE = "random", "none"


def choose_setup(ruleset: str, wanted: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The options of a game with its suits and effects chosen.

    `wanted` are options of the game, of which two may say more here:

    effects     "random" (as if nothing were said) or "none"; or effects in the order of the suits, flares first, or by
                suit, also as text: "fuel,none", "flare=fuel,oscillation=none". What is not named is drawn.
    colors      the colours of the effects that may be drawn: "blue,green", or a list

    A scenario leaves nothing to chance: it has its own effects.
    """
    game = dict(wanted)
    effects = game.pop("effects", RANDOM)
    effects = effects.strip().lower() if isinstance(effects, str) else effects
    colors = game.pop("colors", None)
    _use_our_names(game)
    if game.get("scenario"):
        _refuse_wishes(game["scenario"], effects, colors)
        return game
    choice = _Choice(Options(ruleset, **game), effects, colors, seed)
    return {**game, **choice.made(game.get("suits"))}


def contrast(ruleset: str, wanted: Mapping[str, Any], name: str, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game with an effect and the same without it: the suit that stands for it in the first stands for none in the second.

    Where chance has not put it in play it takes the place of another; it never stands for flares alone, which do more than it.
    """
    options = choose_setup(ruleset, wanted, seed)
    if options.get("scenario"):
        raise OptionError(f"{name}: scenario {options['scenario']} has its own effects")
    known = Options(ruleset, **{key: value for key, value in options.items() if key != "effects"}).parameters["effects"]
    if name not in known:
        raise OptionError(unknown("effect", name, known))
    effects = dict(options["effects"])
    flare, *others = options["suits"]
    if name not in [effects.get(suit) for suit in others]:
        place = _pick(Random(f"{seed} {name}"), others, 1)[0]
        if effects.get(flare) == name:
            del effects[flare]
            effects |= {flare: effects[place]} if place in effects else {}
        effects[place] = name
    ordered = {suit: effects[suit] for suit in options["suits"] if suit in effects}
    without = {suit: effect for suit, effect in ordered.items() if effect != name}
    return {**options, "effects": ordered}, {**options, "effects": without}


def drawn_effects(ruleset: str, wanted: Mapping[str, Any]) -> list[str]:
    """The effects of which `choose_setup` draws some: one of them is in play or not by chance alone."""
    game = dict(wanted)
    effects = game.pop("effects", RANDOM)
    effects = effects.strip().lower() if isinstance(effects, str) else effects
    colors = game.pop("colors", None)
    _use_our_names(game)
    return [] if game.get("scenario") else _Choice(Options(ruleset, **game), effects, colors, 0).pool()


def usual_players(ruleset: str, wanted: Mapping[str, Any]) -> int:
    """How many play in a tournament where nothing is said: a scenario is for one, unless it is played together."""
    return 1 if wanted.get("scenario") and not wanted.get("coop") else 2


def _use_our_names(game: dict[str, Any]) -> None:
    """People type `Energy-Garden` and `ancient tower`; events are named with spaces, scenarios with hyphens."""
    for option, old, new in (("trigger_event", "-", " "), ("scenario", " ", "-")):
        if isinstance(game.get(option), str):
            game[option] = " ".join(game[option].lower().split()).replace(old, new)


def _refuse_wishes(scenario: str, effects: object, colors: object) -> None:
    for option, unwanted in (("effects", effects != RANDOM), ("colors", colors is not None)):
        if unwanted:
            raise OptionError(f"{option}: scenario {scenario} has its own effects")


class _Choice:
    """The choice of suits and effects for one game.

    The order in which the seed's numbers are used is fixed: first the suits, one after the other, those named being in
    play anyway; then the effects, one after the other. No effect is drawn that a suit was given by name.
    """

    def __init__(self, setup: Options, effects: object, colors: object, seed: int) -> None:
        self.setup = setup
        self.count = len(setup.suits)
        self.known: list[str] = setup.parameters["effects"]
        self.colour = {name: data["colour"] for name, data in effect_data(setup.ruleset).items()}
        self.all_suits: list[str] = setup.parameters["suits"]
        self.none = effects == NONE or not self.known
        self.by_suit, self.in_order = ({}, []) if effects in (RANDOM, NONE) else self._named(effects)
        self.colors = self._checked_colors(colors)
        self.rng = Random(seed)

    def made(self, suits: Iterable[str] | None) -> dict[str, Any]:
        """The options `suits` and `effects`; the suits are drawn unless they are given."""
        suits = self._suits() if suits is None else list(self.setup.suits)
        chosen = self.by_suit | dict(zip(suits, self.in_order, strict=False))
        missing = [] if self.none else [suit for suit in suits if suit not in chosen]
        chosen |= self._dealt(missing, [effect for effect in chosen.values() if effect != NONE])
        effects = {suit: chosen[suit] for suit in self.all_suits if chosen.get(suit, NONE) != NONE}
        return {"suits": suits, "effects": effects}

    def pool(self) -> list[str]:
        """The effects that may be drawn; none if all suits have theirs by name."""
        named = [*self.by_suit.values(), *self.in_order]
        effects = {effect for effect in named if effect != NONE}
        most = self.setup.parameters["cooperative_effects"] if self.setup.together else self.count
        return [] if self.none or len(named) >= self.count or len(effects) >= most else self._may_be_drawn(effects)

    # -- what is said ------------------------------------------------------------------------------------------------

    def _named(self, effects: object) -> tuple[dict[str, str], list[str]]:
        """Effects by suit, or effects in order; one of the two is empty."""
        if isinstance(effects, Mapping):
            pairs, words = [(str(suit), str(effect)) for suit, effect in effects.items()], []
        else:
            words = _words(effects)
            pairs = [(suit.strip(), effect.strip()) for suit, equals, effect in map(_parts, words) if equals]
        if pairs and words and len(pairs) < len(words):
            raise OptionError("effects: either effects in order or suit=effect pairs, not both")
        self._check_names(pairs, [] if pairs else words)
        return (dict(pairs), []) if pairs else ({}, words)

    def _check_names(self, pairs: list[tuple[str, str]], words: list[str]) -> None:
        for suit, _ in pairs:
            if suit not in self.all_suits:
                raise OptionError(f"effects: {unknown('suit', suit, self.all_suits)}")
        for effect in [effect for _, effect in pairs] + words:
            if not self.known and effect != NONE:
                raise OptionError(f"effects: {self.setup.ruleset} has none")
            if effect not in (*self.known, NONE):
                raise OptionError(f"effects: {unknown('effect', effect, (*self.known, NONE))}")
        if len(dict(pairs)) < len(pairs):
            raise OptionError("effects: a suit is named twice")
        named = {self.all_suits[0], *dict(pairs)}
        if len(named) > self.count or len(words) > self.count:
            raise OptionError(f"effects: more suits are named than this game has: {self.count}, flares included")

    def _checked_colors(self, colors: object) -> list[str]:
        """The colours to draw from; all if nothing is said."""
        known = list(dict.fromkeys(self.colour.values()))
        if colors is None:
            return known
        if self.none:
            why = "with effects = none there are none to draw" if self.known else f"{self.setup.ruleset} has no effects"
            raise OptionError(f"colors: {why}")
        chosen = _words(colors)
        for color in chosen:
            if color not in known:
                raise OptionError(f"colors: {unknown('colour', color, known)}")
        return chosen

    # -- what is drawn -----------------------------------------------------------------------------------------------

    def _suits(self) -> list[str]:
        """As many as the game has, the flares and those named among them, in the ruleset's order."""
        flare, *others = self.all_suits
        fixed = [suit for suit in others if suit in self.by_suit]
        open_ = [suit for suit in others if suit not in fixed]
        more = _pick(self.rng, open_, self.count - 1 - len(fixed))
        return [suit for suit in self.all_suits if suit in (flare, *fixed, *more)]

    def _dealt(self, suits: list[str], named: list[str]) -> dict[str, str]:
        """An effect for each of the suits. Played together a few effects are in the game, each for several suits."""
        used = Counter(named)
        wanted = len(suits)
        if self.setup.together:
            wanted = min(wanted, max(0, self.setup.parameters["cooperative_effects"] - len(used)))
        in_game = [*used, *self._drawn(wanted, used)]
        dealt = {}
        for suit in suits:
            rarest = min(in_game, key=used.__getitem__)  # of equally rare ones the first
            used[rarest] += 1
            dealt[suit] = rarest
        return dealt

    def _may_be_drawn(self, named: Iterable[str]) -> list[str]:
        used = set(named)
        return [effect for effect in self.known if effect not in used and self.colour[effect] in self.colors]

    def _drawn(self, wanted: int, named: Iterable[str]) -> list[str]:
        pool = self._may_be_drawn(named)
        if len(pool) < wanted:
            shades = " or ".join(self.colors)
            raise OptionError(f"colors: {wanted} effects are to be drawn, and {len(pool)} are {shades}")
        return _pick(self.rng, pool, wanted)


def _words(said: object) -> list[str]:
    """A list of names, or text with commas."""
    words = said.split(",") if isinstance(said, str) else list(said) if isinstance(said, Iterable) else [said]
    return [str(word).strip().lower() for word in words]


def _parts(word: str) -> tuple[str, str, str]:
    return word.partition("=")


def _pick(rng: Random, items: list[str], count: int) -> list[str]:
    """That many of the items, one after the other. Uses `random()` alone, which is the same in every Python."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]
