"""A ruleset of Last Days of one's own: data, and one function in Cython (house_rules.pyx). Nothing else is touched."""

from random import Random

import pytest

from solsearch.games import Position, new_game, register_ruleset
from solsearch.games.laststar.data import effects
from solsearch.games.registry import default_ruleset

STATIONS = {"C3": "node 1, 1x0", "C7": "node 1, 1x0"}
CARD = "refraction"
DEFAULT = default_ruleset()


@pytest.fixture(scope="module")
def house(compiled, forgetting):
    """The name of the ruleset: as the default, but fuel burns better, and synchronize rewards the owners, and more."""
    compiled("house_rules")
    changed = {
        "fuel": {"numbers": {"points": 5}},
        "synchronize": {"numbers": {"momentum": 2}, "functions": "synchronize for owners"},
    }
    with forgetting():
        register_ruleset("house", {"based_on": DEFAULT, "changed_effects": changed})
        yield "house"


@pytest.fixture
def holding(table, table_of):
    """A table at which seat 0 holds a card of an effect, in a ruleset."""

    def make(ruleset, effect, cells):
        position = table(cells, {"energy": 9}, {"momentum": 4}, cards={0: CARD}, effects={CARD: effect})
        game = new_game(ruleset, **position.game.options())
        return table_of(Position(game, game.rules.state(position.state().fields())))

    return make


def momenta(table):
    return [row["momentum"] for row in table.view["seats"]]


def test_one_function_is_another(holding, house):
    steps = "play synchronize", "activate C3", "decline", "decline", "activate C7"
    assert momenta(holding(DEFAULT, "synchronize", STATIONS).play(*steps)) == [2, 4]
    assert momenta(holding(house, "synchronize", STATIONS).play(*steps)) == [0, 4 + 2 * 2]


def test_one_number_is_another(holding, house):
    before, burnt = {}, {}
    for ruleset, said in ((DEFAULT, 3), (house, 5)):
        table = holding(ruleset, "fuel", {"A3": "1x0"}).play("play fuel")
        assert table.position.game.words(table.position.parse("fuel")) == f"burn an energy for {said} points"
        before[ruleset] = table.view["points"]
        burnt[ruleset] = table.play("fuel").view["points"] - before[ruleset]
    assert before[DEFAULT] == before[house]
    assert burnt == {DEFAULT: 3, house: 5}


def test_the_rest_is_inherited(house):
    changed = {name for name, data in effects(house).items() if data != effects(DEFAULT)[name]}
    assert changed == {"fuel", "synchronize"}
    assert effects(house)["fuel"] == effects(DEFAULT)["fuel"] | {"numbers": {"uses": 3, "points": 5}}


def test_its_states_are_sound(holding, house):
    """A game at random, each state checked."""
    position = holding(house, "synchronize", STATIONS).position
    rng = Random(1)
    while not position.over:
        position.apply(rng.choice(position.legal()))
        position.state().check()


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"functions": "nobody's"}, "effect fuel: no functions named \"nobody's\""),
        ({"numbers": {"flights": 2}}, "effects have no number 'flights'"),
        ({"numbers": {"uses": 256}}, "uses must be a whole number from 0 to 20, not 256"),
    ],
)
def test_what_the_kernel_does_not_know_is_named(forgetting, changed, fault):
    with forgetting():
        register_ruleset("faulty", {"based_on": DEFAULT, "changed_effects": {"fuel": changed}})
        with pytest.raises(ValueError, match=f"^{fault}$"):
            new_game("faulty", players=2)
