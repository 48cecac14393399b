"""Files of weights that `learn` writes: what is written is read, whatever else is refused in one line."""

import msgpack
import numpy as np
import pytest

from solsearch._ext.laststar_names import FEATURE_NAMES
from solsearch.games import new_game
from solsearch.games.registration import OptionError
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import Inputs, Weights, load_weights, weights_bytes, weights_from
from solsearch.learning.net import NAMES, Batch, Net

INPUTS = evaluator_inputs(default_ruleset())

POLICY_NEEDED = f"companies.rivals.policy: {2 * len(FEATURE_NAMES)} numbers are needed"


def some_net(seed=1):
    width, common = len(INPUTS.of_seat), len(INPUTS.common)
    random = np.random.default_rng(seed)
    rows = random.normal(0, 1, (10, 2, width)).astype(np.float32)
    even = np.full((10, 2), 0.5, np.float32)
    net = Net.new(Batch(rows, np.ones((10, common), np.float32), even, even), False, 8, 8, random)
    net.weights["seat_lines"] += random.normal(0, 0.1, (width, 2)).astype(np.float32)
    return net.arrays()


@pytest.fixture
def weights():
    linear = packaged_weights(default_ruleset()).of("rivals")
    linear = {key: value for key, value in linear.items() if key != "net"}
    return Weights({"rivals": {**linear, "net": some_net()}, "alone sunworm": linear}, {"games": 7})


def test_what_is_written_is_read(weights, tmp_path):
    path = tmp_path / "w.weights"
    path.write_bytes(weights_bytes(weights, INPUTS))
    loaded = load_weights(str(path), INPUTS, None)
    assert loaded.about == {"games": 7}
    for name in NAMES:
        assert list(loaded.of("rivals")["net"][name]) == weights.of("rivals")["net"][name].reshape(-1).tolist()
    assert loaded.of("alone sunworm")["policy"][0] == pytest.approx(weights.of("alone sunworm")["policy"][0], rel=1e-6)
    assert "net" not in loaded.of("alone sunworm")


def test_a_game_takes_the_weights_of_its_company(weights, tmp_path):
    path = tmp_path / "w.weights"
    path.write_bytes(weights_bytes(weights, INPUTS))
    assert type(new_game(players=2).evaluator(str(path))).__name__ == "NetEvaluator"
    assert type(new_game(players=1, scenario="sunworm").evaluator(str(path))).__name__ == "LinearEvaluator"
    assert new_game(players=1, scenario="sunworm").company == "alone sunworm"
    assert new_game(players=2, coop=True).company == "together"
    assert new_game(players=3, coop=True).company == "together 3 seats"


def test_inputs_that_came_later_weigh_nothing(weights):
    """A file knows its inputs by name: in another order, and with more, it says the same."""
    more = Inputs(["new", *reversed(INPUTS.features)], [*INPUTS.details, "newer"], ["newest", *INPUTS.common])
    loaded = weights_from(weights_bytes(weights, INPUTS), more)
    net, old = loaded.of("rivals")["net"], weights.of("rivals")["net"]
    assert not any(net["seat_weights"][:8])
    assert not any(net["common_weights"][:8])
    place = 8 * more.of_seat.index(INPUTS.features[3])
    assert net["seat_weights"][place : place + 8].tolist() == old["seat_weights"][3].tolist()


def damaged(weights, change):
    data = msgpack.unpackb(weights_bytes(weights, INPUTS))
    change(data)
    return msgpack.packb(data)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(format="else"), "not a file of weights"),
        (lambda data: data.update(version=99), "version 99 of the format"),
        (lambda data: data.update(features=3), "features: a list of different names"),
        (lambda data: data["features"].__setitem__(0, "unheard-of"), "the game has none named 'unheard-of'"),
        (lambda data: data.update(companies={}), "companies: some of rivals, alone, together"),
        (lambda data: data.update(companies={"": {}}), "companies: some of rivals, alone, together"),
        (lambda data: data.update(companies={"rivals": 3}), "companies.rivals: a table is needed"),
        (lambda data: data["companies"]["rivals"].pop("policy"), POLICY_NEEDED),
        (lambda data: data["companies"]["rivals"].update(policy=b"abc"), POLICY_NEEDED),
        (
            lambda data: data["companies"]["rivals"]["net"].update(heads=np.full(16, np.nan, "<f4").tobytes()),
            "heads: a number that is none",
        ),
        (lambda data: data["companies"]["rivals"]["net"].update(hidden_bias=bytes(4000)), "hidden_bias: 1 to 256 units"),
        (lambda data: data["companies"]["rivals"]["net"].pop("heads"), "heads: 16 numbers are needed"),
    ],
)
def test_what_is_wrong_is_named(weights, tmp_path, change, reason):
    path = tmp_path / "w.weights"
    path.write_bytes(damaged(weights, change))
    with pytest.raises(OptionError) as caught:
        load_weights(str(path), INPUTS, None)
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)


def test_any_damage_is_refused_or_harmless(weights, tmp_path):
    """Bytes changed at random: an error of one line, or weights that play."""
    whole = weights_bytes(weights, INPUTS)
    random = np.random.default_rng(3)
    game = new_game(players=2)
    for _ in range(200):
        content = bytearray(whole)
        for _ in range(random.integers(1, 4)):
            content[random.integers(len(content))] = random.integers(256)
        try:
            end = random.integers(1, len(content)) if random.random() < 0.3 else len(content)
            found = weights_from(bytes(content[:end]), INPUTS)
            found.evaluator(game.start_state(), game.company).value_of(game.start_state())
        except OptionError as error:
            assert "\n" not in str(error)
