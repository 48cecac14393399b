"""What holds at every step of every game of the prototype: random stretches of random games, looked at step by step."""

import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import CHANCE, new_game

WITH_DONE = {"start", "moving", "declaring", "spending"}
BASE, BONUS = dict(zip("ABCDE", (1, 1, 2, 3, 5), strict=True)), dict(zip("ABCDE", (0, 1, 1, 2, 3), strict=True))
CARDS = dict(zip("ABCDE", (0, 0, 1, 2, 3), strict=True))


@cache
def game_of(players):
    return new_game("prototype", players=players)


@cache
def walk(line):
    """(position, its view, who took the last step, its text), after `skip` steps for `steps` more."""
    players, eager, seed, skip, steps = line
    position = game_of(players).start()
    played = position.state().clone().random_steps(skip + steps, seed, eager)
    for step in played[:skip]:
        position.apply(step)
    points = [(position.copy(), position.view(), CHANCE, "")]
    for step in played[skip:]:
        actor, text = position.actor, position.text(step)
        position.apply(step)
        points.append((position.copy(), position.view(), actor, text))
    return points


LINES = st.tuples(
    st.integers(2, 4), st.sampled_from([True, True, False]), st.integers(0, 2**32 - 1), st.integers(0, 1500), st.just(120)
)


def along_lines(test):
    """A few lines that are known to be eventful, and random ones."""
    for line in ((2, True, 20077, 500, 700), (3, True, 505, 1500, 700), (4, True, 2049, 0, 120)):
        test = example(line)(test)
    return settings(max_examples=12)(given(LINES)(test))


def steps_of(line):
    """(view before, view after, who, text)"""
    return [(before[1], after[1], after[2], after[3]) for before, after in pairwise(walk(line))]


def gains(before, after, what):
    return [new[what] - old[what] for old, new in zip(before["seats"], after["seats"], strict=True)]


@along_lines
def test_twenty_sundivers_and_all_pieces_of_each_player_are_always_there(line):
    for _, view, _, _ in walk(line):
        for seat, row in enumerate(view["seats"]):
            board = sum(content["divers"][seat] for content in view["cells"].values())
            assert row["hold"] + row["reserve"] + board == 20
            built = Counter(c["station"][0] for c in view["cells"].values() if c.get("station", [0, -1])[1] == seat)
            built["gate"] = sum(owner == seat for owner in view["gates"].values())
            assert {kind: row["pieces"][kind] + built[kind] for kind in row["pieces"]} == {
                "gate": 13, "node": 5, "foundry": 5, "tower": 3
            }  # fmt: skip
            assert row["movement"] == 3 + built["gate"]
            assert (row["card"], row["guests"], row["lost"]) == (None, {}, 0)


@along_lines
def test_a_draw_takes_one_card_which_then_shows_and_a_flare_counts(line):
    for before, after, actor, text in steps_of(line):
        if actor != CHANCE:
            assert (after["undrawn"], after["showing"], after["spiral"]) == (
                before["undrawn"], before["showing"], before["spiral"]
            )  # fmt: skip
            continue
        suit = text.removeprefix("draw ")
        assert after["showing"] == suit
        assert after["undrawn"] == before["undrawn"] | {suit: before["undrawn"][suit] - 1}
        assert after["undrawn"]["flare"] == after["spiral"] + 2
        assert gains(before, after, "energy") == [0] * len(after["seats"])
        assert (after["phase"] == "over") or after["owed"] == before["owed"] - 1
        assert after["drawn"] == {} and after["flares"] == 0


@along_lines
def test_the_game_is_over_with_the_thirteenth_flare_and_not_before(line):
    limit = 50 * line[0]
    for position, view, _, _ in walk(line):
        nobody = all(
            row["hold"] == 0 and row["reserve"] == 20 and row["movement"] == 3 and sum(row["pieces"].values()) == 26
            for row in view["seats"]
        )
        assert position.over == (view["spiral"] == 0 or view["quiet"] >= limit or (nobody and view["phase"] == "over"))


@along_lines
def test_motherships_move_one_on_as_their_turn_begins(line):
    for before, after, _, _ in steps_of(line):
        moved = {seat: gain % 13 for seat, gain in enumerate(gains(before, after, "eye")) if gain}
        begins = (after["phase"] == "start" and before["phase"] != "start") or (after["turn"], before["phase"]) != (
            before["turn"], before["phase"]
        )  # fmt: skip
        if after["phase"] == "start" and begins:
            assert moved == {after["turn"]: 1}
        else:
            assert moved == {}


@along_lines
def test_points_are_there_in_moves_and_of_nodes_alone(line):
    for _, view, _, _ in walk(line):
        if view["phase"] == "start":
            assert view["points"] == view["seats"][view["turn"]]["movement"]
        elif view["phase"] == "moving":
            assert 0 < view["points"] < view["seats"][view["turn"]]["movement"]
        elif view["phase"] == "spending":
            assert 0 < view["points"] <= 8
        else:
            assert view["points"] == 0


@along_lines
def test_every_crossing_of_anothers_gate_pays_its_owner_one(line):
    for before, after, actor, text in steps_of(line):
        if text.startswith("fly"):
            _, one, other = text.split()
            outer, inner = sorted((one, other))
            assert outer[0] == inner[0] or outer[0] == "A" or f"{outer}-{inner}" in before["gates"]
            owner = before["gates"].get(f"{outer}-{inner}", actor)
            assert gains(before, after, "energy") == [int(seat == owner != actor) for seat in range(line[0])]
            assert after["paid"] == []


@along_lines
def test_momentum_comes_from_hurls_and_towers_alone(line):
    for before, after, actor, text in steps_of(line):
        gained = gains(before, after, "momentum")
        expected = [0] * line[0]
        if text.startswith("hurl"):
            expected[actor] = 2
            assert gains(before, after, "reserve")[actor] == 1
        elif text.startswith("take") and before["cells"][before["pending"]]["station"][0] == "tower":
            expected[actor] = int(text.removeprefix("take "))
        assert gained == expected


@along_lines
def test_what_is_taken_is_within_the_share_and_paid_for_unless_the_station_gives_more(line):
    for before, after, actor, text in steps_of(line):
        if not text.startswith("take"):
            continue
        cell, amount = before["pending"], int(text.removeprefix("take "))
        kind, owner = before["cells"][cell]["station"]
        ring = cell[0]
        share = BONUS[ring] if actor != before["turn"] else BASE[ring] + (BONUS[ring] if owner == actor else 0)
        assert amount <= share
        free = cell in before["gives_more"]
        assert not free or owner == actor == before["turn"]
        assert gains(before, after, "energy")[actor] == (amount if kind == "node" else 0 if free else -amount)
        if kind == "node" and free and amount:
            assert (after["phase"], after["points"]) == ("spending", amount)


@along_lines
def test_declared_stations_are_manned_of_one_type_and_all_activated(line):
    for before, after, actor, text in steps_of(line):
        if text.startswith("declare"):
            chosen = {*before["declared"], text.removeprefix("declare ")}
            assert len({before["cells"][cell]["station"][0] for cell in chosen}) == 1
            assert all(before["cells"][cell]["divers"][actor] for cell in chosen)
        for cell in after["declared"]:
            assert after["cells"][cell]["divers"][after["turn"]] > 0
        for cell in set(before["declared"]) - set(after["declared"]):  # some of them without a step
            left = after["cells"][cell]["divers"][before["turn"]]
            assert left == before["cells"][cell]["divers"][before["turn"]] - 1
        if text.startswith("activate"):
            assert text.removeprefix("activate ") in before["declared"]


@along_lines
def test_conversions_and_their_ways_back_owe_the_cards_of_their_ring(line):
    for before, after, actor, text in steps_of(line):
        words = text.removeprefix("back ").split()
        if words and words[0] in ("gate", "node", "foundry", "tower") and before["phase"] == "start":
            owed = CARDS[words[1][0] if words[0] in ("node", "foundry") else words[3][0]]
            assert after["owed"] == owed
            sundivers = 3 if words[0] == "tower" else 2
            assert gains(before, after, "reserve")[actor] == (-sundivers if text.startswith("back") else sundivers)
            assert gains(before, after, "hold") == [0] * line[0]


@along_lines
def test_quiet_counts_the_turns_without_a_card(line):
    for before, after, actor, _ in steps_of(line):
        if before["phase"] != "opening" and after["turn"] != before["turn"]:
            assert after["quiet"] == (0 if actor == CHANCE else before["quiet"] + 1)


@along_lines
def test_nobody_is_asked_without_a_choice_and_done_comes_last_where_one_may_stop(line):
    for position, view, _, _ in walk(line):
        texts = [position.text(step) for step in position.legal()]
        assert bool(texts) == (view["phase"] != "over")
        assert ("done" in texts) == (view["phase"] in WITH_DONE)
        assert "done" not in texts[:-1]
        if len(texts) == 1 and position.actor != CHANCE:
            assert (view["phase"], texts) == ("start", ["done"]) or view["phase"] == "opening"
        assert [position.parse(f" {text.upper()} ") for text in texts] == position.legal()


def test_equal_hashes_are_of_equal_positions_but_for_what_shows():
    seen = {}
    for seed in range(6):
        for position, view, _, _ in walk((2, True, seed, 300, 400)):
            table = json.dumps({key: value for key, value in view.items() if key != "showing"}, sort_keys=True)
            assert seen.setdefault(hash(position), table) == table


@along_lines
def test_positions_survive_files_and_bytes(line):
    for position, _, _, text in walk(line)[::7]:
        written = to_dict(position)
        again = from_dict(json.loads(json.dumps(written)))
        assert again == position and to_dict(again) == written, text
        state = position.state()
        assert position.game.state_from_bytes(state.to_bytes()).equals(state)
        state.check()


@along_lines
def test_the_name_of_every_gate_is_a_border_of_the_board(line):
    for _, view, _, _ in walk(line):
        assert all(re.fullmatch(r"B(\d+)-C\1|C\d+-D\d|D\d-E\d", gate) for gate in view["gates"])
