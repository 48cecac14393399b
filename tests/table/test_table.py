"""The table: the same game gives the same record whoever plays it, and a seed goes on meaning the same deck."""

from dataclasses import replace

import pytest

from solsearch.bots import parse_spec
from solsearch.formats.files import load_position
from solsearch.games import CHANCE, IllegalStep, new_game, rulesets
from solsearch.table import Referee, Table, play_game

GAMES = [
    {"players": 2},
    {"players": 4},
    {"players": 1},
    {"players": 2, "coop": True, "target": 16},
    {"players": 3, "longer": True},
]


def game_of(options):
    return new_game(rulesets()[0], **options)


def bots_for(game):
    return [parse_spec("random").make() for _ in range(game.players)]


def replayed(table, record):
    """The table after the steps of a record, chance's ones drawn from its own deck."""
    for text, seconds in zip(record.steps, record.times, strict=True):
        if table.actor == CHANCE:
            assert table.text(table.draw()) == text
        else:
            table.play(table.position.parse(text), seconds)
    return table


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_the_referee_and_a_table_played_by_hand_write_the_same_record(options):
    game = game_of(options)
    names, specs = [f"name {seat}" for seat in range(game.players)], ["random"] * game.players
    record = play_game(game, bots_for(game), seed=5, names=names, specs=specs)
    table = replayed(Table(game.start(), seed=5, names=names, bots=specs), record)
    assert table.over
    assert table.record() == record
    assert Table.from_record(record).record() == record


def test_a_deck_that_is_given_is_the_one_that_is_drawn():
    game = game_of({"players": 2})
    deck = game.deck(1)[::-1]
    record = play_game(game, bots_for(game), seed=5, deck=deck)
    assert record.deck == tuple(map(game.outcome_name, deck))
    assert replayed(Table(game.start(), seed=5, deck=deck), record).record() == replace(record, bots=(), names=())


def test_a_game_of_bots_from_a_position(request):
    position = load_position(str(request.config.rootpath / "positions" / "two-towers.toml")).position
    played = Referee(Table(position, seed=3), bots_for(position.game)).play()
    assert played.record.start is not None
    assert played.record.start_position() == position
    assert played.record.final_position().over
    assert Table.from_record(played.record).record() == replace(played.record, bots=(None, None))


def test_a_seed_means_the_deck_it_always_meant(request):
    own = Table(new_game(players=2).start(), seed=7).record()
    assert own.start is None
    assert own.deck[:6] == ("refraction", "flare", "condensation", "refraction", "flare", "refraction")
    position = load_position(str(request.config.rootpath / "positions" / "two-towers.toml")).position
    deck = Table(position, seed=7).record().deck
    assert deck[:6] == ("refraction", "refraction", "condensation", "refraction", "flare", "condensation")


def test_turns_are_counted_and_found_again():
    game = game_of({"players": 2})
    played = Referee(Table(game.start(), seed=2), bots_for(game), move_limit=7).play()
    table = replayed(Table(game.start(), seed=2), played.record)
    turns = table.turns()
    assert table.turn_ended
    assert (table.turns_ended, len(turns), played.turns) == (7, 7, 7)
    assert [step for _, steps in turns for step in steps] == table.steps
    assert all(not start.played for start, _ in turns)
    table.undo_to(len(turns[0][1]))
    assert (table.turns_ended, table.turns()) == (1, turns[:1])


def test_an_illegal_step_changes_nothing():
    table = Table(game_of({"players": 2}).start(), seed=1)
    before = table.record()
    with pytest.raises(IllegalStep):
        table.play(123456789)
    assert table.record() == before


def test_the_position_is_a_copy():
    table = Table(game_of({"players": 2}).start(), seed=1)
    table.position.apply(table.position.legal()[0])
    assert table.position == table.game.start()
