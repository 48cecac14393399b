"""What a search tells is corrected by what was measured of it: the numbers are found again, kept in files, and shown alone."""

import numpy as np
import pytest

from solsearch.games import new_game
from solsearch.games.calibration import UNCORRECTED, Calibration, Reading
from solsearch.games.laststar.evaluation import released_weights
from solsearch.games.registration import OptionError
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import Weights, load_weights, weights_bytes, weights_from
from solsearch.learning.calibrating import Claim, fit_reading
from solsearch.search import Engine, Limit

INPUTS = evaluator_inputs(default_ruleset())
TIMID = Calibration({2: Reading((3.0, 2.0), (0.5, 0.25)), 4: Reading((0.5, 0.5))})


def test_without_numbers_nothing_changes():
    assert UNCORRECTED.corrected([0.3, 0.7], 0, 0.5, False) == [0.3, 0.7]
    assert Calibration({2: Reading()}).corrected([0.3, 0.7], 0, 0.5, False) == pytest.approx([0.3, 0.7])


def test_what_the_numbers_do():
    """By hand: 0.6 cubed against 0.4 cubed at the start; in the middle the power is 2.5."""
    timid = Calibration({2: Reading((3.0, 2.0))})
    assert timid.corrected([0.6, 0.4], 0, 0.0, False) == pytest.approx([0.216 / 0.28, 0.064 / 0.28])
    early = 0.6**2.5 / (0.6**2.5 + 0.4**2.5)
    assert timid.corrected([0.6, 0.4], 1, 0.5, False)[0] == pytest.approx(early)
    favoured = Calibration({2: Reading(favour=(np.log(3), np.log(3)))})
    assert favoured.corrected([0.5, 0.5], 1, 0.2, False) == pytest.approx([0.25, 0.75])
    assert favoured.corrected([0.5, 0.5], -1, 0.2, False) == pytest.approx([0.5, 0.5])
    assert favoured.corrected([0.5, 0.5], -1, 0.2, True) == pytest.approx([0.75, 0.75])


def test_shares_stay_shares_and_in_order():
    for seats in range(2, 6):
        win = [1 / seats + (seat - (seats - 1) / 2) * 0.04 for seat in range(seats)]
        shown = TIMID.corrected(win, -1, 0.3, False)
        assert sum(shown) == pytest.approx(1)
        assert shown == sorted(shown)
    assert 0.999 < TIMID.corrected([1.0, 0.0], 1, 0.3, False)[0] < 1
    assert 0 < TIMID.corrected([0.0, 0.0], 1, 0.3, True)[0] < 0.001


@pytest.mark.parametrize("numbers", [((0.0, 1.0), (0.0, 0.0)), ((1.0, float("nan")), (0.0, 0.0)), ((1.0, 1.0), (0.0, 99.0))])
def test_numbers_that_make_no_sense(numbers):
    with pytest.raises(ValueError, match="sharpness"):
        Reading(*numbers)


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_numbers_are_found_again(seats, together):
    """Games that end by chances which the search distorts in a known way."""
    rng = np.random.default_rng(seats)
    truth = Reading((2.5, 1.2), (0.4, -0.3))
    claims = []
    for game in range(6000):
        progress = float(rng.random())
        if together:
            win = [float(rng.beta(2, 2))] * seats
            chance = Calibration({seats: truth}).corrected(win, 0, progress, True)[0]
            result = [float(rng.random() < chance)] * seats
        else:
            win = rng.dirichlet([4.0] * seats).tolist()
            chances = Calibration({seats: truth}).corrected(win, game % seats, progress, False)
            result = np.eye(seats)[rng.choice(seats, p=chances)].tolist()
        claims.append(Claim(game, progress, game % seats, win, result))
    found = fit_reading(claims, together)
    assert (*found.sharpness, *found.favour) == pytest.approx((*truth.sharpness, *truth.favour), abs=0.3)


def test_few_games_change_little():
    lucky = [Claim(0, 0.5, 0, [0.6, 0.4], [1.0, 0.0])] * 500
    found = fit_reading(lucky, False)
    assert abs(found.favour[0]) < 0.2
    assert fit_reading([], False) == Reading()


# -- in files and answers --------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    packaged = packaged_weights(default_ruleset())
    companies = {**packaged.companies, "rivals": {**packaged.of("rivals"), "calibration": TIMID}}
    path = tmp_path / "timid.weights"
    path.write_bytes(weights_bytes(Weights(companies), INPUTS))
    return str(path)


@pytest.fixture
def plain(tmp_path):
    packaged = packaged_weights(default_ruleset())
    companies = {
        name: {key: value for key, value in content.items() if key != "calibration"}
        for name, content in packaged.companies.items()
    }
    path = tmp_path / "plain.weights"
    path.write_bytes(weights_bytes(Weights(companies), INPUTS))
    return str(path)


def test_what_is_written_is_read(file):
    assert load_weights(file, INPUTS, None).calibration("rivals") == TIMID


def test_a_broken_table_is_refused(file):
    import msgpack

    with open(file, "rb") as opened:  # noqa: PTH123
        data = msgpack.unpackb(opened.read())
    for broken in (b"1234", [1.0], b"\0" * 20):
        data["companies"]["rivals"]["calibration"] = broken
        with pytest.raises(OptionError, match=r"companies\.rivals\.calibration"):
            weights_from(msgpack.packb(data), INPUTS)


def test_lines_are_not_read_by_numbers_of_a_net(file):
    default = load_weights(file, INPUTS, None)
    assert load_weights(released_weights(), INPUTS, default).calibration("rivals") == UNCORRECTED


def test_a_company_is_not_read_by_numbers_of_another():
    linear = packaged_weights(default_ruleset()).of("rivals")
    weights = Weights({"rivals": {**linear, "calibration": TIMID}, "alone": {**linear, "calibration": TIMID}})
    assert weights.calibration("alone sunworm") == TIMID
    assert weights.calibration("together") == UNCORRECTED


def test_only_what_is_shown_is_corrected(file, plain):
    game = new_game(players=2)
    position = game.start()
    while not (position.state().is_turn_start() and len(position.played) == 0 and position.state().progress() > 0):
        position.apply(position.legal()[0] if position.actor >= 0 else position.chances()[0][0])
        if position.over:
            break
    position = game.start() if position.over else position
    found, shown = (Engine(game, weights=weights, seed=4).ask(position, Limit(visits=60)) for weights in (plain, file))
    searched = [[(each.turn, each.visits) for each in answer.alternatives] for answer in (found, shown)]
    assert searched[0] == searched[1]
    assert shown.confidence == found.confidence
    progress = position.state().progress()
    for told, raw in zip(shown.alternatives, found.alternatives, strict=True):
        assert told.win == pytest.approx(TIMID.corrected(raw.win, position.actor, progress, False))
        assert told.win != pytest.approx(raw.win)
        assert told.interval[0] <= told.win[position.actor] <= told.interval[1]
        assert told.score == raw.score
    assert shown.win == shown.alternatives[0].win
