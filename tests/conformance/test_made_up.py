"""Sequences of the peer that its rules allow and the recordings in the project do not have, made up in their schema.

Each is a short recording of one turn: the peer's actions beside the steps of ours that do the same, from which the
states are written. That the mapping finds these steps again is what is tested.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from solsearch.formats.position import from_dict

HERE = Path(__file__).parent
PIECES = {"gates": "gate", "nodes": "node", "foundries": "foundry", "towers": "tower"}


def table(effect, board, turn_seat=None, other_seat=None, gates=()):
    """Two players; seat 0 moves and holds the card of the effect, which is a refraction."""
    words = " ".join(board.values()).replace(",", " ").split()
    seats = []
    for seat, given in enumerate((turn_seat or {}, other_seat or {})):
        standing = sum(int(word.split("x")[0]) for word in words if word.endswith(f"x{seat}"))
        reserve = given.get("reserve", 3)
        usual = {"energy": 5, "momentum": 0, "eye": 13 - 6 * seat, "reserve": reserve, "hold": 13 - reserve - standing}
        seats.append(usual | given)
    seats[0].setdefault("card", "refraction")
    return {
        "ruleset": "second",
        "players": 2,
        "turn": 0,
        "spiral": 13,
        "effects": {"flare": "fuel", "refraction": effect, "condensation": "portal"},
        "undrawn": {"flare": 13, "refraction": 12, "condensation": 13},
        "board": board | {"gates": list(gates)},
        "seat": seats,
    }


class Recording:
    """One recorded turn, written as ours plays it."""

    def __init__(self, start):
        self.position = from_dict(start)
        self.effects = start["effects"]
        self.initial = self.state("StartOfTurn")
        self.events = []

    def state(self, phase, active=None):
        view = self.position.view()
        return {
            "turn": view["turn"],
            "phase": phase,
            "active": [view["turn"]] if active is None else active,
            "instability": view["spiral"],
            "deck": view["undrawn"],
            "players": [self.player(view, seat) for seat in range(2)],
            "cells": {name: self.cell(cell) for name, cell in view["cells"].items()},
            "gates": [
                dict(zip(("outer", "inner"), name.split("-"), strict=True)) | {"seat": seat}
                for name, seat in sorted(view["gates"].items())
            ],
            "active_effect": None,
            "cards_to_draw": view["owed"],
            "flares_remaining": view["flares"],
            "paid": view["paid"],
            "winners": [],
        }

    @staticmethod
    def player(view, number):
        seat = view["seats"][number]
        hold = [seat["guests"].get(0, 0), seat["guests"].get(1, 0)]
        hold[number] += seat["hold"]
        keys = ("reserve", "energy", "momentum", "movement", "card", "eye")
        return {
            "hold": hold,
            "points": view["points"] if number == view["turn"] else 0,
            "drawn": [suit for suit, count in view["drawn"].items() for _ in range(count) if number == view["turn"]],
            **{key: seat[key] for key in keys},
            **{key: seat["pieces"][piece] for key, piece in PIECES.items()},
        }

    @staticmethod
    def cell(cell):
        station = cell.get("station")
        content = {"divers": cell["divers"]}
        return content | ({"station": {"type": station[0], "seat": station[1]}} if station else {})

    def add(self, kind, phase, *steps, seat=0, active=None, flags=(), **fields):
        """An action, the phase after it, and our steps for it."""
        self.position.play(*steps)
        event = {"seat": seat, "action": {"type": kind, **fields}, "after": self.state(phase, active)}
        self.events.append(event | ({"flags": list(flags)} if flags else {}))

    def fly(self, path, *steps, divers=("d",), gates=(), phase="Moving", flags=(), **fields):
        kind = "Hurl" if path[-1] == "H" else "Fly"
        fields |= {"from": path[0], "to": path[-1], "path": list(path), "gates": list(gates)}
        divers = [] if fields.get("station") else list(divers)
        self.add(kind, phase, *steps, flags=flags, count=len(divers), diver_ids=divers, **fields)

    def card(self, effect, phase, *steps, **fields):
        self.add("ActivateEffect", phase, *steps, effect=effect, **fields)

    def game(self):
        header = {"edition": "second", "players": 2, "effects": self.effects}
        return {"header": header, "initial": self.initial, "events": self.events, "result": {"end": "cap"}}


@pytest.fixture
def replayed(tmp_path):
    """The last line of the replay of a recording, and all that was skipped or different."""

    def run(recording):
        path = tmp_path / "made_up.jsonl"
        path.write_text(json.dumps(recording.game()) + "\n", encoding="utf-8")
        command = [sys.executable, str(HERE / "replay.py"), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.stderr == ""
        lines = done.stdout.splitlines()
        return lines[-1], [line for line in lines[:-1] if line.startswith(("DIFFERENCE", "skipped"))]

    return run


def agrees(replayed, recording):
    last, remarks = replayed(recording)
    assert remarks == []
    assert last == f"games 1 turns 1 events {len(recording.events)} skipped 0 differences 0"


# --- flights -------------------------------------------------------------------------------------------------------


def transcend_through_the_heart(around):
    made = Recording(table("transcend", {"E1": "1x0", **around}))
    made.add("ChooseMove", "Moving")
    made.card("transcend", "Moving", "play transcend")
    return made


def test_a_path_through_the_heart_goes_around(replayed):
    made = transcend_through_the_heart({})
    made.fly(("E1", "H", "E3"), "fly E1 E2", "fly E2 E3", flags=["path_through_heart"], transcend=True)
    agrees(replayed, made)


def test_a_path_through_the_heart_past_five_is_skipped(replayed):
    made = transcend_through_the_heart({"E2": "5x0"})
    made.fly(("E1", "H", "E3"), flags=["path_through_heart"], transcend=True)
    last, remarks = replayed(made)
    assert last.endswith("events 2 skipped 1 differences 0")
    assert "through the heart" in remarks[0]


def juggernaut(board, **seat):
    made = Recording(table("juggernaut", board, seat))
    made.add("ChooseMove", "Moving")
    made.card("juggernaut", "Moving", "play juggernaut")
    return made


def test_a_station_flies_over_another_and_is_hurled(replayed):
    made = juggernaut({"E1": "node 0", "E2": "tower 1", "A1": "1x0"})
    made.fly(("E1", "E2", "E3"), "move station E1 E2", "move station E2 E3", station=True)
    made.fly(("E3", "H"), "hurl station E3", station=True)
    agrees(replayed, made)


def test_a_move_ends_though_a_station_could_fly_on(replayed):
    """The peer looks at sundivers alone."""
    made = juggernaut({"E1": "1x0", "A5": "node 0"}, hold=0, reserve=12)
    made.fly(("E1", "H"), "hurl E1", "done", phase="DrawingCards")
    agrees(replayed, made)


def puncture_without_a_flight(*flights):
    """The only sundiver on the board stands between two gates, so there is nothing to puncture."""
    made = Recording(table("puncture", {"B1": "1x0"}, gates=["B1-C1 0", "B1-C13 0"]))
    made.add("ChooseMove", "Moving")
    made.card("puncture", "Moving", "play puncture")
    made.events[-1]["after"]["active_effect"] = "puncture"
    made.add("Launch", "Moving", "launch A1", to="A1", count=1, diver_ids=["d"], **{"from": 0})
    launches = [
        {"type": "Launch", "from": 0, "to": cell, "count": count}
        for cell in ("A13", "A1", "B13", "B1") for count in (1, 2, 3)
    ]  # fmt: skip
    made.events[-1]["legal"] = [*launches, *flights, {"type": "Pass"}]
    return made


def test_while_puncture_is_unused_no_plain_flight_is_listed_even_where_nothing_can_be_punctured(replayed):
    agrees(replayed, puncture_without_a_flight())


def test_a_plain_flight_listed_while_puncture_is_unused_is_found(replayed):
    last, remarks = replayed(puncture_without_a_flight({"type": "Fly", "from": "B1", "to": "B2", "count": 1, "dist": 1}))
    assert last.endswith("differences 1")
    assert "flights with a card" in remarks[0]


def test_catapult_tells_those_that_have_crossed_from_the_others(replayed):
    made = Recording(table("catapult", {"B1": "1x0", "C1": "1x0"}, gates=["B1-C1 1"]))
    made.add("ChooseMove", "Moving")
    made.card("catapult", "Moving", "play catapult")
    gate = [["B1", "C1"]]
    made.fly(("B1", "C1"), "fly B1 C1 free", divers=["first"], gates=gate, catapult=True)
    made.fly(("C1", "B1"), "fly C1 B1 spent", divers=["first"], gates=gate)
    made.fly(("C1", "B1"), "fly C1 B1 free", divers=["second"], gates=gate, catapult=True)
    agrees(replayed, made)


def test_passage_follows_the_chosen_sundiver(replayed):
    made = Recording(table("passage", {"B1": "2x0"}, gates=["B1-C1 0"]))
    made.add("ChooseMove", "Moving")
    made.card("passage", "Moving", "play passage")
    made.fly(("B1", "C1"), "fly B1 C1", divers=["other"], gates=[["B1", "C1"]])
    made.fly(("B1", "C1"), "fly B1 C1 chosen", divers=["chosen"], gates=[["B1", "C1"]], passage=True)
    made.fly(("C1", "C2"), "fly C1 C2 chosen", divers=["chosen"])
    agrees(replayed, made)


# --- cards in another order ----------------------------------------------------------------------------------------


def test_a_card_after_the_owner_has_declined(replayed):
    """Ours asks for it before the owner is asked."""
    made = Recording(table("accelerate", {"C1": "node 1, 1x0", "C5": "node 1, 1x0"}))
    made.add("ChooseActivate", "Activating")
    made.add("Activate", "Activating", "activate C1", at="C1", active=[1])
    made.add("Pass", "Activating", seat=1, context="declinedBonus")
    made.card("accelerate", "Accelerating", "play accelerate")
    made.add("Accelerate", "Activating", "choose 3", "decline", amount=3)
    made.add("ActivateBonus", "Activating", "bonus", at="C1")
    agrees(replayed, made)


def test_augment_after_the_owner_has_declined(replayed):
    made = Recording(table("augment", {"C1": "node 1, 2x0", "C5": "node 1, 1x0"}))
    made.add("ChooseActivate", "Activating")
    made.add("Activate", "CheckEffect", "activate C1", at="C1")
    made.add("Pass", "Activating", active=[1])
    made.add("Pass", "Activating", seat=1, context="declinedBonus")
    made.card("augment", "Activating", "play augment", "decline")
    made.add("ActivateBonus", "Activating", "bonus", at="C1")
    agrees(replayed, made)


def test_a_card_after_the_pass_that_ends_a_move(replayed):
    """Ours asks for it in the move."""
    made = Recording(table("accelerate", {"E1": "1x0"}))
    made.add("ChooseMove", "Moving")
    made.fly(("E1", "H"), "hurl E1")
    made.add("Pass", "DrawingCards", context="doneMoving")
    made.card("accelerate", "Accelerating", "play accelerate")
    made.add("Accelerate", "DrawingCards", "choose 3", "done", amount=3)
    made.add("DrawCards", "ChoosingCard", "draw refraction", drawn=["refraction"])
    agrees(replayed, made)


def test_an_any_time_card_when_no_bonus_is_asked_any_more(replayed):
    """The tower's bonus cannot be paid, so the peer has gone on; a tribute played then must not bring it back."""
    board = {"C1": "tower 0, 1x0", "C3": "tower 0, 1x0", "C7": "node 0, 1x1"}
    made = Recording(table("tribute", board, {"energy": 2}))
    made.add("ChooseActivate", "Activating")
    made.add("Activate", "StartOfTurn", "activate C1", "done", at="C1")
    view = made.position.view()
    assert (view["phase"], view["owed"]) == ("closing", 1)
    made.events[-1]["after"]["phase"] = "DrawingCards"
    made.card("tribute", "Tributing")
    made.add("Tribute", "DrawingCards", "play tribute", at="C7")
    made.events[-2]["after"]["players"][0]["card"] = None
    agrees(replayed, made)


def test_metamorphosis_announced_before_the_bonus(replayed):
    made = Recording(table("metamorphosis", {"C1": "node 0, 1x0", "C5": "node 0, 1x0"}))
    made.add("ChooseActivate", "Activating")
    made.add("Activate", "Activating", "activate C1", at="C1")
    made.card("metamorphosis", "Activating")
    made.events[-1]["after"]["players"][0]["card"] = None
    made.add("ActivateBonus", "Metamorphosizing", "bonus", "play metamorphosis", at="C1")
    made.add("Metamorphosize", "Activating", "choose tower", at="C1", to="tower")
    agrees(replayed, made)


def test_a_card_before_what_must_be_taken_down(replayed):
    """Ours takes down first."""
    board = {"A1": "node 0", "A5": "node 0"}
    made = Recording(table("accelerate", board, {"hold": 0, "reserve": 13}))
    made.card("accelerate", "Accelerating")
    made.add("Accelerate", "StartOfTurn", amount=2)
    made.add("Deconstruct", "StartOfTurn", "deconstruct A1", "play accelerate", "choose 2", at="A1")
    made.add("ChooseMove", "Moving")
    agrees(replayed, made)


# --- records that break off ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", ["hatch", "sacrifice"])
def test_a_record_that_ends_where_ours_has_used_the_card(replayed, effect):
    """With one way to use it ours is not asked."""
    made = Recording(table(effect, {"C1": "foundry 1, 1x0, 1x1"}))
    if effect == "sacrifice":
        made.add("ChooseActivate", "Activating")
    made.card(effect, "Hatching" if effect == "hatch" else "Activating")
    made.events[-1]["after"]["players"][0]["card"] = None
    made.events[-1]["after"]["active_effect"] = effect
    agrees(replayed, made)


def test_a_record_that_ends_between_motivate_and_its_activation(replayed):
    made = Recording(table("motivate", {"C1": "1x0", "C3": "1x0"}))
    made.add("ChooseConvert", "Converting")
    made.add("Convert", "CheckEffect", "node C2", what="node", at="C2", used=["C1", "C3"])
    made.card("motivate", "Activating")
    made.events[-1]["after"]["players"][0]["card"] = None
    agrees(replayed, made)
