"""Seeds: what a bot is told does not lead to the deck, and what is drawn is the same again from the same seed."""

import msgpack
import pytest

from solsearch.bots import Bot, parse_spec
from solsearch.formats.record import Record
from solsearch.formats.seeds import read_seed, seed_data
from solsearch.games import new_game
from solsearch.protocol.deck_search import MASTERS, TOURNAMENTS, find_deck, of_a_game, of_a_tournament
from solsearch.table import Table, bot_seed, deck_seed, new_master, play_game
from solsearch.table.seeds import SMALL, derived, warning
from solsearch.tournament.play import play_index
from solsearch.tournament.schedule import Plan


@pytest.fixture(scope="module")
def game():
    return new_game(players=2)


def test_all_purposes_and_numbers_have_seeds_of_their_own():
    uses = [(master, use) for master in (0, 1, 2**127) for use in ("deck", "bot", "setup")]
    found = [derived(*use, number) for use in uses for number in range(99)]
    assert len(set(found)) == len(found)
    assert derived(1, "bot", 11) != derived(1, "bot/1", 1)
    assert all(0 <= bot_seed(master, seat) < 2**62 for master in range(20) for seat in range(5))


def test_a_new_master_has_all_its_bits():
    masters = {new_master() for _ in range(20)}
    assert len(masters) == 20
    assert all(SMALL < master < 2**128 for master in masters)


def test_a_bots_seed_does_not_give_the_deck(game):
    for secret in (of_a_game(game, new_master()), of_a_tournament(game, new_master(), 3)):
        search = find_deck(secret)
        assert search.way == ""
        assert search.tried > MASTERS + TOURNAMENTS


def test_the_search_finds_what_can_be_found(game):
    assert find_deck(of_a_game(game, 99)).way == "the game's seed is 99"
    assert find_deck(of_a_tournament(game, 99, 3)).way == "the tournament's seed is 99"


def test_the_search_finds_the_deck_that_earlier_versions_gave_away(game):
    from solsearch.protocol.deck_search import Secret

    seed = 123_456_789
    told = (seed * 1_000_003 + 17) % (1 << 62)
    assert find_deck(Secret(game, told, game.deck(seed))).way
    assert find_deck(Secret(game, told, game.deck(told))).way == "its seed is the deck's"


class Notes(Bot):
    def __init__(self, told):
        self.told = told

    def begin(self, game, seat, seed):
        self.told.append(seed)

    def choose(self, position):
        return position.legal()[0]


def test_the_seeds_in_a_game_are_these(game):
    told = []
    record = play_game(game, [Notes(told), Notes(told)], seed=77)
    assert told == [bot_seed(77, 0), bot_seed(77, 1)]
    assert record.deck == tuple(game.outcome_name(step) for step in game.deck(deck_seed(77)))


def test_decks_and_bots_of_a_tournament_are_apart():
    plan = Plan(bots=("random", "random"), games=4, seed=new_master(), move_limit=2)
    records = [Record.from_dict(msgpack.unpackb(play_index(plan, index).record)) for index in range(4)]
    assert records[0].deck == records[1].deck != records[2].deck
    assert len({record.seed for record in records}) == 4
    for record in records:
        own = Table(record.game().start(), seed=record.seed).record().deck
        assert own != record.deck, "the seed of a game, which its record has, does not tell the deck of its block"


@pytest.mark.parametrize("seed", [0, 7, -3, 2**63 - 1, 2**63, 2**127 + 1, 2**128 - 1])
def test_seeds_as_data(seed):
    assert read_seed(seed_data(seed)) == seed
    assert isinstance(seed_data(seed), int) == (seed < 2**63)


@pytest.mark.parametrize("value", [True, None, 1.0, "", "0x", "7", "0xg", 2**128, "0x" + "1" * 33, "0x1 ", -(2**63) - 1])
def test_what_is_no_seed(value):
    with pytest.raises(ValueError, match="a whole number below"):
        read_seed(value)


def test_a_small_seed_is_told_where_users_bots_play():
    ours, users, program = (parse_spec(text) for text in ("mcts", "b.py:B", "cmd:./b"))
    assert warning(5, [ours, None]) is None
    assert warning(new_master(), [users, program]) is None
    assert "can be found by trying" in warning(5, [ours, users])
    assert "can be found by trying" in warning(SMALL - 1, [None, program])
