"""The options of a game of Last Days, checked: what a group decides before it plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solsearch._ext.laststar_names import EFFECTS, EVENTS, OPENINGS, TRACKS
from solsearch.games.laststar.data import PIECES, STATIONS, TRIGGER, Board, effects, rulesets, scenarios
from solsearch.games.registration import OptionError
from solsearch.spelling import unknown

SURVIVAL_LEVELS = 7


class Options:
    """Their kinds and widest ranges are checked before, by the specs in registration.py.

    players         1 to 5; in some rulesets 2 to 4
    suits           the suits in the deck, flares included; by default as many as the ruleset says, in the ruleset's order
    effects         what each suit stands for: a mapping suit -> effect, or effects in the order of the suits. By default
                    none (a scenario: its own): cards can be held, and mean nothing
    longer          no structures at the start, and one more suit; solo and co-op without a scenario begin so anyway
    quickstart      a gate and a station each at the start, where a game begins without; so do solo and co-op without a scenario
    coop            all win or lose together, by the lowest momentum; alone you always play so
    target          the momentum that wins together, at most 1000; by default the scenario's or the ruleset's, 0: none
    scenario        a solo scenario, its pieces, effects, ban, event and target; with several players played together
    trigger_event   what a trigger flare brings about
    trigger_flares  how many of them are in the deck, 0 to 5; by default as recommended if there is an event
    """

    def __init__(
        self,
        ruleset: str,
        *,
        players: int | None = None,
        suits: Iterable[str] | None = None,
        effects: Mapping[str, str] | Iterable[str] | None = None,
        longer: bool = False,
        quickstart: bool = False,
        coop: bool = False,
        target: int | None = None,
        scenario: str | None = None,
        trigger_event: str | None = None,
        trigger_flares: int | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.parameters: dict[str, Any] = rulesets()[ruleset]
        self._check_known(
            longer=longer,
            quickstart=quickstart,
            coop=coop,
            target=target,
            scenario=scenario,
            trigger_event=trigger_event,
            trigger_flares=trigger_flares,
        )
        self.scenario = self._checked_scenario(scenario)
        self._data: dict[str, Any] = scenarios(ruleset)[self.scenario] if self.scenario else {}
        self.players = self._checked_players(players)
        self.together = self.players == 1 or bool(coop)
        if self.scenario and not self.together:
            raise OptionError(f"scenario {self.scenario} with {self.players} players is played together: coop = true")
        self.longer = bool(longer) and not self.together
        for name, said in (("longer", longer), ("quickstart", quickstart)):
            if said and self.scenario:
                raise OptionError(f"{name}: scenario {self.scenario} has its own beginning")
        self.quickstart = bool(quickstart) and not self.together
        self.target = self._checked_target(target)
        self.trigger_event = self._checked_event(trigger_event)
        self.trigger_flares = self._checked_triggers(trigger_flares)
        self.suits = self._checked_suits(suits)
        self.effects = self._checked_effects(effects)

    # -- checks, in the order in which they depend on each other --------------------------------------------------------

    def _check_known(self, **said: object) -> None:
        """OptionError for an option that the ruleset does not have."""
        known: list[str] = self.parameters["options"]
        for name, value in said.items():
            if value not in (None, False) and name not in known:
                flag = name.replace("_", " ")
                raise OptionError(f"{name}: {self.ruleset} has no {flag}; its options are {', '.join(known) or 'none'}")

    def _checked_scenario(self, scenario: str | None) -> str:
        if scenario is not None and scenario not in scenarios(self.ruleset):
            raise OptionError(unknown("scenario", scenario, list(scenarios(self.ruleset))))
        return scenario or ""

    def _checked_players(self, players: int | None) -> int:
        low, high = self.parameters["players"]
        if players is None:
            return 1 if self.scenario else 2
        if not low <= players <= high:
            raise OptionError(f"players = {players!r}: {self.ruleset} is for {low} to {high} players")
        return players

    def _checked_target(self, target: int | None) -> int:
        if not self.together:
            if target is not None:
                raise OptionError("target: only solo and co-op play for one")
            return 0
        if target is None:
            return int(self._data.get("target", self.parameters["cooperative_target"]))
        if target == 0 and not self.parameters["survival"]:
            raise OptionError(f"target = 0: {self.ruleset} has no levels of survival, so it needs a target")
        return target

    def _checked_event(self, event: str | None) -> str:
        known: list[str] = self.parameters["events"]
        if event is None:
            return str(self._data.get("event", ""))
        if event not in known:
            raise OptionError(unknown("trigger event", event, known))
        return event

    def _checked_triggers(self, triggers: int | None) -> int:
        most: int = self.parameters["most_triggers"]
        if triggers is None:
            return int(self.parameters["triggers"]) if self.trigger_event else 0
        if not 0 <= triggers <= most:
            raise OptionError(f"trigger_flares = {triggers!r}: 0 to {most} can be shuffled in")
        if triggers and not self.trigger_event:
            raise OptionError(f"trigger flares need an event: {', '.join(self.parameters['events'])}")
        return triggers

    def _default_suits(self) -> int:
        """How many, the flares included."""
        if self.players == 1 and self._data:
            return int(self._data["suits"])
        usual: int = self.parameters["more_suits"] + int(self.longer)
        more: int = self.parameters["cooperative_suits"] if self.together else usual
        return 1 + self.players + more

    def _checked_suits(self, suits: Iterable[str] | None) -> tuple[str, ...]:
        known: list[str] = self.parameters["suits"]
        if suits is None:
            return tuple(known[: self._default_suits()])
        chosen = list(suits)
        for suit in chosen:
            if suit not in known:
                raise OptionError(unknown("suit", suit, known))
        if len(set(chosen)) < len(chosen):
            raise OptionError(f"a suit is named twice: {', '.join(chosen)}")
        if known[0] not in chosen or len(chosen) < 2:
            raise OptionError(f"the deck needs {known[0]}s and at least one other suit, not just {', '.join(chosen)}")
        return tuple(suit for suit in known if suit in chosen)

    def _checked_effects(self, wanted: Mapping[str, str] | Iterable[str] | None) -> dict[str, str]:
        if wanted is None:
            wanted = self._scenario_effects()
        known = self.known_effects
        if not isinstance(wanted, Mapping):
            names = list(wanted)
            if len(names) > len(self.suits):
                raise OptionError(f"{len(names)} effects for {len(self.suits)} suits ({', '.join(self.suits)})")
            wanted = dict(zip(self.suits, names, strict=False))
        for suit, effect in wanted.items():
            if suit not in self.suits:
                raise OptionError(f"an effect for suit {suit!r}, which is not in play: {', '.join(self.suits)}")
            if effect not in known:
                raise OptionError(unknown("effect", effect, known) if known else f"effects: {self.ruleset} has none")
        return {suit: wanted[suit] for suit in self.suits if suit in wanted}

    def _scenario_effects(self) -> list[str]:
        """The scenario's effects, dealt in turn over the suits if these are more."""
        named: list[str] = self._data.get("effects", [])
        if not named:
            return []
        dealt = len(self.suits) if self.players > 1 and self._data.get("dealt", True) else min(len(named), len(self.suits))
        return [named[i % len(named)] for i in range(dealt)]

    @property
    def known_effects(self) -> list[str]:
        """The effects that a suit may stand for: the ruleset's, and those that it has in this scenario alone."""
        named = self._data.get("effects", ())
        return [*self.parameters["effects"], *(name for name in self.parameters["scenario_effects"] if name in named)]

    # -- what they are good for --------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """The options as plain data that make the same game again."""
        out: dict[str, Any] = {"players": self.players, "suits": list(self.suits), "effects": dict(self.effects)}
        if self.longer:
            out["longer"] = True
        if self.quickstart:
            out["quickstart"] = True
        if self.together and self.players > 1:
            out["coop"] = True
        if self.together:
            out["target"] = self.target
        if self.scenario:
            out["scenario"] = self.scenario
        if self.trigger_event:
            out["trigger_event"] = self.trigger_event
            if "trigger_flares" in self.parameters["options"]:
                out["trigger_flares"] = self.trigger_flares
        return out

    @property
    def opening(self) -> str:
        """How the game begins: one of the kernel's OPENINGS."""
        if self.scenario:
            return str(self._data.get("opening", "none"))
        if self.together:
            return str(self.parameters["cooperative_opening"])
        return "none" if self.longer else "quickstart" if self.quickstart else str(self.parameters["opening"])

    @property
    def event(self) -> str:
        """What a trigger flare brings about, by the kernel's name."""
        return str(self.parameters["event_names"].get(self.trigger_event, self.trigger_event))

    @property
    def feeders_per_trigger(self) -> int:
        """How many enter at a trigger flare."""
        return int(self.parameters["feeders_per_trigger"]) + int(self.parameters["feeders_per_player"]) * self.players

    def board_name(self) -> str:
        names: dict[str, str] = self.parameters["board"]
        return names.get(str(self.players), names["other"])

    def kernel_parameters(self, board: Board) -> dict[str, Any]:
        """What the kernel's Rules are filled from."""
        p = self.parameters
        same = ["hold", "reserve", "movement", "cell_limit", "hurl_momentum", "base", "bonus", "cards", "unstable_energy"]
        same += ["flares", "suit_cards", "hurls_per_card", "hurl_rewards_flares", "stations_before_loss", "sudden_end"]
        same += ["marked_flares", "deconstruct_is_turn", "flares_per_feeder_move", "scour_activates", "garden_is_planned"]
        same += ["spiral", "cards_only_show", "declares_sets", "converts_back", "hurled_return"]
        same += ["toll_per_crossing", "orbits_first"]
        return {
            **{name: p[name] for name in same},
            "players": self.players,
            "energy": self._data.get("energy", p["energy"]),
            "opening": OPENINGS.index(self.opening),
            "track": TRACKS.index(p["track"]),
            "survival": p["survival"] or [0] * SURVIVAL_LEVELS,
            "deconstruct_sundivers": [p["deconstruct_sundivers"][piece] for piece in PIECES],
            "feeders_per_trigger": self.feeders_per_trigger,
            "pieces": [p["pieces"][piece] for piece in PIECES],
            "triggers": self.trigger_flares,
            "event": 1 + EVENTS.index(self.event) if self.trigger_event else 0,
            "orbit_draws": self.together,
            "common_win": self.together,
            "target": self.target,
            "quiet_limit": p["quiet_turns"] * self.players,
            "suits": [p["suits"].index(suit) for suit in self.suits],
            "effects": [
                1 + EFFECTS.index(self.effects[suit]) if suit in self.effects else 0 for suit in (*p["suits"], TRIGGER)
            ],
            "effect_table": effects(self.ruleset),
            "banned": [piece in self._data.get("banned", ()) for piece in PIECES],
            "start_pieces": [
                (number % self.players, STATIONS.index(kind), board.number[cell])
                for number, (kind, cell) in enumerate(self._data.get("pieces", ()))
            ],
        }
