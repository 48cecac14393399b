"""bench/calibration.py: true claims are told from false ones, games are what counts, and the pictures are pictures."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import calibration
from diagrams import Mark, Panel, diagram

from solsearch.games import new_game
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import Weights, load_weights, weights_bytes
from solsearch.learning.calibrating import Claim


def games(count, said, seed=1, claims=10):
    """Games in which each seat has a chance that is drawn, and all claims of a game are `said` of it."""
    rng = np.random.default_rng(seed)
    out = []
    for game in range(count):
        chance = float(rng.random())
        won = float(rng.random() < chance)
        win = [said(chance), 1 - said(chance)]
        out += [Claim(game, number / claims, number % 2, win, [won, 1 - won]) for number in range(claims)]
    return out


def test_true_claims():
    found = calibration.judged(games(800, lambda chance: chance), False)
    assert found.gap < 2 * found.gap_by_chance < 0.06
    assert found.slope.low < 1 < found.slope.high
    assert sum(each.came.low <= each.claimed <= each.came.high for each in found.bins) >= 8
    assert (found.claims, found.games) == (8000, 800)


@pytest.mark.parametrize(("stretch", "sides"), [(0.4, "timid"), (1.6, "sure")])
def test_false_claims(stretch, sides):
    claims = games(800, lambda chance: min(0.995, max(0.005, 0.5 + stretch * (chance - 0.5))))
    found = calibration.judged(claims, False)
    assert found.gap > 0.06
    assert found.slope.low > 1 if sides == "timid" else found.slope.high < 1
    after = calibration.judged(calibration.crossed(claims, False), False)
    assert after.gap < found.gap / 2


def test_intervals_are_by_games_not_by_claims():
    few, many = (calibration.judged(games(60, lambda chance: chance, claims=claims), False) for claims in (2, 200))
    assert [each.came.error for each in many.bins] == pytest.approx([each.came.error for each in few.bins], rel=0.02)


def test_together_there_is_one_claim_for_all():
    claims = [Claim(game, 0.5, 0, [0.7] * 3, [float(game % 10 < 7)] * 3) for game in range(100)]
    found = calibration.judged(claims, True)
    assert (found.bins[0].count, found.gap) == (100, pytest.approx(0.0, abs=1e-9))


def test_a_line_cut_off_by_a_kill_is_left_out(tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"kind": "2"}\n{"kind": "3", "nu')
    assert calibration.kept(file) == [{"kind": "2"}]


def test_a_game_keeps_claims_of_all_its_turns():
    found = calibration.played("2", 0, 1)
    assert {actor for _, actor, _ in found["claims"]} == {0, 1}
    assert sum(found["win"]) == pytest.approx(1)
    assert [progress for progress, _, _ in found["claims"]] == sorted(progress for progress, _, _ in found["claims"])
    assert all(sum(win) == pytest.approx(1, abs=1e-4) for _, _, win in found["claims"])


def test_a_position_is_claimed_and_played_out():
    path = next(path for path in calibration.open_positions() if path.endswith("last-flare.toml"))
    said, done = calibration.claimed(path, 4), calibration.played_out(path, 0, 1)
    assert sum(said["win"]) == pytest.approx(1, abs=1e-4)
    assert sum(done["win"]) == pytest.approx(1)
    assert not any(path.endswith("finished.toml") for path in calibration.open_positions())


def test_the_correction_is_put_into_a_file(tmp_path):
    inputs = evaluator_inputs(default_ruleset())
    path = tmp_path / "own.weights"
    path.write_bytes(weights_bytes(Weights({"rivals": packaged_weights(default_ruleset()).of("rivals")}), inputs))
    timid = games(300, lambda chance: 0.5 + 0.4 * (chance - 0.5))
    found = calibration.fitted(timid, False)
    calibration.write_corrections(str(path), {"2": found})
    assert load_weights(str(path), inputs, None).calibration("rivals").readings[2] == found.readings[2]
    assert found.readings[2].sharpness[0] > 1.5
    assert new_game(players=2).evaluator(str(path)) is not None


def test_pictures_are_drawn_to_scale():
    marks = [Mark(0.25, 0.5, 0.4, 0.6, 10, "a <claim>"), Mark(0.75, 0.7, 0.6, 0.8, 40)]
    panels = [Panel("2 players & more", marks, "note"), Panel("positions", marks, "", counted=False)]
    root = ElementTree.fromstring(diagram(panels))
    circles = [node for node in root.iter() if node.tag.endswith("circle")]
    (x1, y1), (x2, y2) = ((float(node.get("cx")), float(node.get("cy"))) for node in circles[:2])
    assert x2 - x1 == pytest.approx(0.5 * 260, abs=0.2)
    assert y1 - y2 == pytest.approx(0.2 * 260, abs=0.2)
    assert [node.get("class") for node in circles] == ["off", "mark"] * 2
    assert len([node for node in root.iter() if node.get("class") == "bar"]) == 2
