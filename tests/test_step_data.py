"""Steps as data: for every kind of step they say what the notation and the plain words say."""

import random
import re

import pytest

from solsearch._ext.laststar_names import EFFECTS, EVENTS, STEP_KINDS
from solsearch.formats.files import load_position
from solsearch.games import CHANCE, base, new_game, rulesets
from solsearch.games.base import Game
from solsearch.games.facts import People
from solsearch.games.laststar.data import STATIONS
from solsearch.games.laststar.notation import FORMS
from solsearch.games.laststar.notation import LastDaysStep as StepData
from solsearch.games.registry import choose_setup, default_ruleset, drawn_features, features

# A step of every kind: its notation, its data.
TABLE = {
    "done": StepData("done"),
    "launch A3": StepData("launch", ("A3",)),
    "launch A3 from 1": StepData("launch", ("A3",), (1,)),
    "fly A3 B3": StepData("fly", ("A3", "B3")),
    "hurl E2": StepData("hurl", ("E2",)),
    "gate A3 B3 C2": StepData("gate", ("A3", "B3", "C2")),
    "node C4": StepData("node", ("C4",)),
    "foundry C4 C5": StepData("foundry", ("C4", "C5")),
    "tower A3 B3 C2": StepData("tower", ("A3", "B3", "C2")),
    "activate C4": StepData("activate", ("C4",)),
    "bonus": StepData("bonus"),
    "decline": StepData("decline"),
    "deconstruct C4": StepData("deconstruct station", ("C4",)),
    "deconstruct B3-C2": StepData("deconstruct gate", ("B3", "C2")),
    "draw flare": StepData("draw", card="flare"),
    "draw trigger": StepData("draw", card="trigger"),
    "keep expansion": StepData("keep", card="expansion"),
    "keep none": StepData("keep none"),
    "place gate B3 C2": StepData("place gate", ("B3", "C2")),
    "place node B4": StepData("place station", ("B4",), piece="node"),
    "play cluster": StepData("play", effect="cluster"),
    "fly A3 B3 free": StepData("fly free", ("A3", "B3")),
    "fly A3 B3 spent": StepData("fly spent", ("A3", "B3")),
    "hurl E2 spent": StepData("hurl spent", ("E2",)),
    "fly A3 B3 chosen": StepData("fly chosen", ("A3", "B3")),
    "hurl E2 chosen": StepData("hurl chosen", ("E2",)),
    "cluster A3 B3": StepData("cluster", ("A3", "B3")),
    "cluster E2 H": StepData("cluster hurl", ("E2",)),
    "teleport A3 D4": StepData("teleport", ("A3", "D4")),
    "puncture B3 C2": StepData("puncture", ("B3", "C2")),
    "fuel": StepData("fuel"),
    "move station C4 D3": StepData("move station", ("C4", "D3")),
    "hurl station E2": StepData("hurl station", ("E2",)),
    "return A3": StepData("return", ("A3",)),
    "scour C4": StepData("scour", ("C4",)),
    "choose C4": StepData("choose cell", ("C4",)),
    "choose A3 0": StepData("choose cell and seat", ("A3",), (0,)),
    "choose C2 D1": StepData("choose cells", ("C2", "D1")),
    "choose 3": StepData("choose number", number=3),
    "choose flare": StepData("choose suit", card="flare"),
    "choose tower": StepData("choose type", piece="tower"),
    "choose hold": StepData("choose hold"),
    "choose hold 0": StepData("choose hold", (), (0,)),
    "choose lost": StepData("choose lost"),
    "choose hold D4": StepData("choose hold to", ("D4",)),
    "choose hold 1 D4": StepData("choose hold to", ("D4",), (1,)),
    "choose lost D4": StepData("choose lost to", ("D4",)),
    "choose A3 0 D4 1": StepData("choose swap", ("A3", "D4"), (0, 1)),
    "choose 1 A3 B3": StepData("choose flight", ("A3", "B3"), (1,)),
    "cluster B3 C3 on": StepData("cluster on", ("B3", "C3")),
    "cluster E2 H on": StepData("cluster hurl on", ("E2",)),
    "declare C4": StepData("declare", ("C4",)),
    "take 2": StepData("take", number=2),
    "back gate A3 B3 C2": StepData("back gate", ("A3", "B3", "C2")),
    "back node C4": StepData("back node", ("C4",)),
    "back foundry C4 C5": StepData("back foundry", ("C4", "C5")),
    "back tower A3 B3 C2": StepData("back tower", ("A3", "B3", "C2")),
}


def check_agreement(game: Game, step: int) -> None:
    """The data holds all that the text names, in its order, and the plain words name it too."""
    data, text, words = game.step_data(step), game.text(step), game.words(step)
    assert list(data.places) == re.findall(r"\b[A-E]\d+", text)
    numbers = [*data.seats, *([] if data.number is None else [data.number])]
    assert numbers == [int(word) for word in re.findall(r"(?<= )\d+", text)]
    names = [name for name in (data.card, data.piece, data.effect) if name is not None]
    known = {*game.all_suits, "trigger", *STATIONS, *EFFECTS}
    assert names == [word for word in text.split()[1:] if word in known and word not in data.kind]
    assert sorted(set(re.findall(r"\b[A-E]\d+", words))) == sorted(set(data.places))
    assert all(name in words for name in names)
    assert all(str(number) in words for number in numbers)


def test_the_table_has_every_kind():
    assert {data.kind for data in TABLE.values()} == STEP_KINDS.keys() == FORMS.keys()


@pytest.mark.parametrize("players", [2, 5], ids=["board 1-4", "board 5"])
@pytest.mark.parametrize("text", TABLE)
def test_every_kind_of_step(players, text):
    game = new_game(players=players)
    step = game.parse(text)
    assert game.step_data(step) == TABLE[text]
    assert game.text(step) == text
    check_agreement(game, step)


@pytest.mark.parametrize("seed", range(24))
def test_data_and_text_agree_in_random_games(seed):
    rng = random.Random(seed)
    event = EVENTS[seed // 4 % len(EVENTS)]
    wanted = {"players": 2 + seed % 4, "trigger_event": event} if seed % 2 else {"players": 1 + seed % 5}
    game = new_game(rulesets()[0], **choose_setup(rulesets()[0], wanted, seed))
    position = game.start()
    seen = set()
    for _ in range(400):
        if position.over:
            break
        legal = position.legal()
        seen.update(legal)
        if position.actor == CHANCE:
            assert [game.outcome_name(step) for step in legal] == [game.step_data(step).card for step in legal]
        position.apply(rng.choice(legal))
    for step in seen:
        check_agreement(game, step)
        assert game.parse(game.text(step)) == step
    assert len({game.step_data(step) for step in seen}) == len(seen)


@pytest.mark.parametrize(
    ("name", "before", "words"),
    [
        ("first-turn", [], "pass"),
        ("first-turn", ["launch A1"], "end the action"),
        ("prototype-set", ["declare A3"], "close the set"),
        ("prototype-node-points", ["declare C3", "declare D6", "activate C3", "take 3"], "leave the other points"),
        ("flare", [], "activate nothing more in the flare"),
    ],
)
def test_done_is_told_by_what_it_ends(positions, name, before, words):
    position = load_position(str(positions / f"{name}.toml")).position
    position.play(*before)
    done = position.parse("done")
    (told,) = position.turn_phrases([done], People.of((), position.game.players))
    assert told == (position.actor, words)


@pytest.mark.parametrize(("ruleset", "creature"), [("second", "feeder"), ("first", "parasite")])
def test_what_is_scoured_has_the_name_of_the_ruleset(ruleset, creature):
    game = new_game(ruleset, players=2)
    assert game.words(game.parse("scour C4")) == f"recall a sundiver from C4 and remove a {creature} there"


@pytest.mark.parametrize("step", [-1, 2**30, (63 << 12) | (1 << 18), STEP_KINDS["play"] << 18])
def test_numbers_that_are_no_step_have_no_data(step):
    with pytest.raises((ValueError, OverflowError)):
        new_game(players=2).step_data(step)


def test_a_game_that_says_no_more_has_a_kind_for_each_step():
    game = new_game(players=2)
    step = game.parse("fly A3 B3")
    assert Game.step_data(game, step) == base.StepData("fly A3 B3")


def test_features_count_what_was_drawn_and_played():
    game = new_game(players=2, effects={"refraction": "cluster", "condensation": "teleport"})
    steps = ["draw refraction", "draw flare", "keep refraction", "play cluster", "cluster A3 B3", "play fuel", "play cluster"]
    found = features(game, steps, [CHANCE, CHANCE, 0, 0, 0, 1, 1])
    cluster, teleport = found["effect"]["cluster"], found["effect"]["teleport"]
    assert cluster == {"drawn": 1, "dealt": [1, 0], "played": [1, 1], "luck": [0.5, 0.0]}
    assert teleport == {"drawn": 0, "dealt": [0, 0], "played": [0, 0], "luck": [-0.5, 0.0]}


def test_luck_is_what_was_dealt_beyond_what_was_to_be_expected():
    """Over all that is played by chance it is nothing, whoever draws how many cards; flares are no luck of an effect."""
    for seed in range(6):
        game = new_game(**choose_setup(default_ruleset(), {"players": 3}, seed))
        position, texts, actors = game.start(), [], []
        for step in position.state().clone().random_steps(100_000, seed, True):
            texts.append(position.text(step))
            actors.append(position.actor)
            position.apply(step)
        assert position.over
        told = features(game, texts, actors)["effect"]
        of_flares = game.effects.get("flare")
        assert {effect for effect, counts in told.items() if counts["luck"] is None} == {of_flares}
        by_seat = zip(*(counts["luck"] for counts in told.values() if counts["luck"]), strict=True)
        assert all(sum(seat) == pytest.approx(0, abs=1e-4) for seat in by_seat), "what one effect gains another loses"
        drawn = sum(text.startswith("draw ") and text != "draw trigger" for text in texts)
        assert sum(sum(counts["dealt"]) for counts in told.values()) == drawn
        assert sum(counts["drawn"] for counts in told.values()) == drawn


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({}, 30),
        ({"effects": "none"}, 0),
        ({"effects": "fuel"}, 29),
        ({"effects": "fuel,portal,none"}, 0),
        ({"effects": "flare=fuel,refraction=none"}, 29),
        ({"colors": "red"}, 3),
        ({"scenario": "sunworm", "players": 1}, 0),
        ({"coop": True}, 30),
        ({"coop": True, "effects": "fuel,portal,pulse"}, 0),
    ],
)
def test_what_chance_may_put_in_play(wishes, names):
    found = drawn_features(default_ruleset(), {"players": 2, **wishes})["effect"]
    assert len(found) == names
    assert "fuel" not in found or "effects" not in wishes
    setups = [choose_setup(default_ruleset(), {"players": 2, **wishes}, seed) for seed in range(40)]
    chosen = {effect for setup in setups for effect in setup.get("effects", {}).values()}
    named = {"fuel", "portal", "pulse"} if "effects" in wishes else set()
    assert chosen - named <= set(found)
    assert not found or len(chosen & set(found)) >= 3
