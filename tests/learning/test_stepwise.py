"""A net learnt step by step: the games it is learnt from, what positions came to, and that a learner that was stopped learns
the same."""

import numpy as np
import pytest
from click.testing import CliRunner

from solsearch._ext.net import NetEvaluator
from solsearch._ext.selfplay import Player
from solsearch._ext.stepplay import StepPlay
from solsearch.cli.learn import BY_STEPS, command
from solsearch.games import OptionError, Position, new_game
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import Weights, blank, load_weights, weights_bytes
from solsearch.learning import stepwise
from solsearch.learning.checks import Check
from solsearch.learning.courses import Course, courses
from solsearch.learning.games import BEST, play
from solsearch.learning.learner import Learner, Settings
from solsearch.learning.net import Net
from solsearch.search import Parameters

RULESET = default_ruleset()
INPUTS = evaluator_inputs(RULESET)
HOW = {"score_weight": 0.01, "noise": 0.01, "slips": 0.05, "record_share": 1.0, "most_turns": 30}


def random_net(game, seed=1):
    start = game.start_state()
    seats, common = start.features()
    batch = stepwise._batch(np.array([seats], np.float32), np.array([common], np.float32))
    return Net.new(batch, game.together, 16, 8, np.random.default_rng(seed), 20.0).arrays()


def evaluator(game, seed=1, **more):
    return NetEvaluator(game.start_state(), {**blank(len(INPUTS.features)), "net": random_net(game, seed), **more})


def rows_of(records, game):
    seats, common = game.start_state().features()
    return np.frombuffer(records, np.float32).reshape(-1, len(seats) * len(seats[0]) + len(common) + 1)


# -- games in the kernel -----------------------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_game():
    game = new_game(players=2, effects=["cluster", "motivate", "fuel"])
    start = game.start_state()
    games = [StepPlay(start, evaluator(game), HOW).play(start, seed) for seed in (4, 4, 5)]
    assert games[0] == games[1]
    assert games[0][3] != games[2][3]


def test_a_game_is_broken_off_after_so_many_turns():
    game = new_game(players=3)
    start = game.start_state()
    win, score, turns, records = StepPlay(start, evaluator(game), HOW).play(start, 1)
    assert (win, score, turns) == (None, None, 30)
    numbers = rows_of(records, game)[:, -1]
    assert numbers[0] == 1 and numbers[-1] == 30 and (np.diff(numbers) >= 0).all()
    win, score, turns, _ = StepPlay(start, evaluator(game), {**HOW, "most_turns": 100_000}).play(start, 1)
    assert sum(win) == pytest.approx(1) and len(score) == 3 and turns > 30


def test_what_is_recorded_is_what_an_evaluator_sees():
    """A game of two is followed by its records: each of them must be what the state says after one of the legal steps."""
    game = Course({"players": 2, "effects": "none"}).game(RULESET, 0)
    start = game.start_state()
    _, _, _, records = StepPlay(start, evaluator(game), {**HOW, "slips": 1.0, "most_turns": 2}).play(start, 3)
    here = [start]
    for row in rows_of(records, game):
        after = [state.clone() for state in here for _ in Position(game, state).legal()]
        steps = [step for state in here for step in Position(game, state).legal()]
        for state, step in zip(after, steps, strict=True):
            state.try_apply(step)
        seen = [np.concatenate([*map(np.array, state.features()[0]), np.array(state.features()[1])]) for state in after]
        here = [state for state, inputs in zip(after, seen, strict=True) if np.allclose(inputs, row[:-1], atol=1e-6)]
        assert here


def test_few_positions_are_recorded_if_a_small_share_is_wanted():
    game = new_game(players=2)
    start = game.start_state()
    count = [
        len(rows_of(StepPlay(start, evaluator(game), {**HOW, "record_share": share}).play(start, 2)[3], game))
        for share in (0.0, 0.2, 1.0)
    ]
    assert count[0] == 0 < count[1] < count[2] / 2


def test_a_teacher_plays_whole_turns():
    """Its games are those that it plays for itself, seen after each step."""
    game = new_game(players=2)
    start = game.start_state()
    weights = {key: value for key, value in packaged_weights(RULESET).of("rivals").items() if key not in ("net", "by_steps")}
    parameters = {**Parameters.of(game).plain(), "playout_share": 1.0}
    from solsearch._ext.evaluator import LinearEvaluator

    teacher = Player(start, LinearEvaluator(start, weights), BEST, parameters)
    steps = StepPlay(start, evaluator(game), {**HOW, "most_turns": 100_000}, teacher)
    _, score, turns, records = steps.play(start, 8, True)
    assert score[0] + score[1] > 20
    assert turns == rows_of(records, game)[-1, -1] > 10
    with pytest.raises(ValueError, match="there is no teacher"):
        StepPlay(start, evaluator(game), HOW).play(start, 8, True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"noise": -1}, "noise"),
        ({"slips": 1.5}, "slips"),
        ({"most_turns": 0}, "most_turns"),
        ({"record_share": float("nan")}, "record_share"),
        ({"more": 1}, "nothing else"),
    ],
)
def test_what_cannot_be_done_is_refused(change, words):
    game = new_game(players=2)
    with pytest.raises(ValueError, match=words):
        StepPlay(game.start_state(), evaluator(game), {**HOW, **change})


# -- the net as the policy ---------------------------------------------------------------------------------------------------


def test_a_net_learnt_step_by_step_is_the_policy_too():
    game = new_game(players=3)
    state = game.start_state()
    state.random_steps(40, 1, True)
    other, own = evaluator(game), evaluator(game, by_steps=True)
    assert not other.is_policy and own.is_policy
    assert own.policy_of(state) == own.value_of(state) == other.value_of(state)
    assert other.policy_of(state) != other.value_of(state)


def test_files_say_how_a_net_was_learnt(tmp_path):
    game = new_game(players=2)
    path = tmp_path / "w.weights"
    for by_steps in (True, False):
        weights = {**blank(len(INPUTS.features)), "net": random_net(game), "by_steps": by_steps}
        path.write_bytes(weights_bytes(Weights({"rivals": weights}), INPUTS))
        assert game.evaluator(str(path)).is_policy is by_steps
        assert bool(Parameters.of(game, str(path)).net_horizon) is not by_steps
    lines = tmp_path / "lines.toml"
    lines.write_text("[policy]\nmomentum = [1, 1]\nspread = [10, 1]\n")
    default = Weights({"rivals": {**weights, "by_steps": True}})
    assert not load_weights(str(lines), INPUTS, default).of("rivals").get("by_steps")


# -- learning ----------------------------------------------------------------------------------------------------------------


def lessons(games, seed="test"):
    of = courses(RULESET, {"players": 2, "effects": "none"})["rivals"]
    return stepwise.Lessons(of, RULESET, games, seed)


@pytest.fixture
def quick(monkeypatch):
    for name, value in (("CHUNK", 4), ("FIRST_GAMES", 2), ("TURNS_A_SEAT", 6), ("KEPT_EVERY", 2)):
        monkeypatch.setattr(stepwise, name, value)


class Stopped(Exception):
    pass


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_a_learner_that_is_stopped_learns_the_same(quick, tmp_path):
    whole = stepwise.learn(lessons(40), None, tmp_path / "whole.npz", 1, lambda _: None)

    def stop(done):
        if done > stop.at:
            raise Stopped

    for stop.at in (0.35, 0.65, 1):
        try:
            parts = stepwise.learn(lessons(40), None, tmp_path / "parts.npz", 2, stop)
        except Stopped:
            assert (tmp_path / "parts.npz").exists()
    assert same(whole, parts)
    assert not list(tmp_path.glob("*.npz"))


def test_it_learns_on_from_what_is_known(quick, tmp_path):
    first = stepwise.learn(lessons(8), None, tmp_path / "a.npz", 1, lambda _: None)
    on = stepwise.learn(lessons(4), first, tmp_path / "a.npz", 1, lambda _: None)
    anew = stepwise.learn(lessons(4, seed="other"), None, tmp_path / "a.npz", 1, lambda _: None)

    def gap(one, other):
        return float(np.abs(one["seat_weights"] - other["seat_weights"]).mean())

    assert 0 < gap(on, first) < gap(anew, first) / 5


def test_games_with_other_numbers_of_seats_are_learnt_from_together(quick, tmp_path):
    of = [Course({"players": players}) for players in (3, 4, 5)]
    net = stepwise.learn(stepwise.Lessons(of, RULESET, 8, "several"), None, tmp_path / "a.npz", 1, lambda _: None)
    assert all(np.isfinite(array).all() for array in net.values())


def test_what_positions_came_to(quick):
    """Behind the last position is the end of the game; within a turn all positions came to the same, before that to a mixture
    of what the net says of the next turn and of what came behind it."""
    course = stepwise._Course(lessons(4), None)
    game = Course({"players": 2, "effects": "none"}).game(RULESET, 0)
    played = course._play(game, 3, course.mean.arrays())
    played = stepwise.replace(played, win=np.array([1, 0], np.float32), score=np.array([30, 20], np.float32))
    win, score = course._to_come(played)
    said = course.mean.forward(stepwise._batch(played.seats, played.common))[0]
    last = len(win) - 1
    assert win[last].tolist() == [1, 0] and score[last].tolist() == [30, 20]
    for at in range(last):
        if played.turns[at] == played.turns[at + 1]:
            assert win[at] == pytest.approx(win[at + 1])
        else:
            trace = stepwise.TRACE ** (played.turns[at + 1] - played.turns[at])
            assert win[at] == pytest.approx((1 - trace) * said[at + 1] + trace * win[at + 1], abs=1e-5)
    broken_off = stepwise.replace(played, win=None, score=None)
    assert course._to_come(broken_off)[0][last] == pytest.approx(said[last])


def test_a_minute_from_nothing_plays_better_than_nothing(tmp_path):
    """As greedy players, on decks that nothing was learnt from, against a net that knows nothing: most of the points."""
    game = Course({"players": 2, "effects": "none"}).game(RULESET, 0)
    net = stepwise.learn(lessons(800), None, tmp_path / "a.npz", 2, lambda _: None)
    line = blank(len(INPUTS.features))
    learnt, nothing = {**line, "net": net, "by_steps": True}, {**line, "net": random_net(game), "by_steps": True}
    own = other = 0.0
    for seed in range(8):
        seat = seed % 2
        sides = [learnt, nothing] if seat == 0 else [nothing, learnt]
        scores = play(game, sides, 1000 + seed, {**BEST, "beam": 4}).score
        own, other = own + scores[seat], other + scores[1 - seat]
    assert own > 3 * other + 20


def test_the_learner_keeps_what_beats_the_best_so_far(quick, tmp_path):
    """A part of its own in a generation, and none of the line's games are played; what was learnt last is learnt on from before
    what was kept."""
    settings = Settings(
        ruleset=RULESET,
        wishes={"players": 2, "effects": "none"},
        begin="nothing",
        by_steps=8,
        steps=0,
        games=0,
        visits=2,
        check_games=10,
    )
    learner = Learner(tmp_path, settings, 1, lambda _: None)
    learner.run(1)
    assert [entry["part"] for entry in learner.history] == ["by steps"]
    found = learner.best().of("rivals")
    assert bool(found.get("by_steps")) is learner.history[0]["kept"]
    assert not list(tmp_path.glob("steps *.npz"))
    with_a_net = {**blank(len(INPUTS.features)), "net": random_net(new_game(players=2)), "by_steps": True}
    learner._keep("rivals", with_a_net)
    last = load_weights(str(tmp_path / "by steps rivals.weights"), INPUTS, None).of("rivals")
    learnt_on_from = [each["net"] for each in learner._learnt_by_steps("rivals several")]
    assert len(learnt_on_from) == 2
    assert same_numbers(learnt_on_from[0], last["net"])
    assert same_numbers(learnt_on_from[1], with_a_net["net"])


def learner_of(folder, **more):
    return Learner(folder, Settings(**{**SMALL, **more}), 1, lambda _: None)


SMALL = {
    "ruleset": RULESET,
    "wishes": {"players": 2, "effects": "none"},
    "by_steps": 8,
    "steps": 0,
    "games": 0,
    "visits": 2,
    "check_games": 10,
}


def kept_if(monkeypatch, wanted):
    """Checks by as many games as they take, none of which is played: what is wanted wins them."""
    checked = []

    def check(learner, company, of, new, *others):
        part = others[-1]
        checked.append((part, new))
        return wanted(part) if part == "by steps" else Check(wanted(part), part)

    monkeypatch.setattr(Learner, "_check_policy", check)
    monkeypatch.setattr(Learner, "_check_net", check)
    return checked


def test_a_net_that_does_not_stay_alone_may_stay_in_a_mean(quick, monkeypatch, tmp_path):
    """Its mean with the net that learning began with; and the next generation learns on from it, not from the mean."""
    checked = kept_if(monkeypatch, lambda part: part == "mean")
    learner = learner_of(tmp_path)
    before = learner.best().of("rivals")["net"]
    learner.run(2)
    (_, first), (_, mean), (_, second), _ = checked
    assert [part for part, _ in checked] == ["by steps", "mean", "by steps", "mean"]
    assert len(mean["net"]["hidden_bias"]) == len(before["hidden_bias"]) + len(first["net"]["hidden_bias"])
    assert not mean["by_steps"]
    assert same_numbers(learner.best().of("rivals")["net"], checked[3][1]["net"])
    gap = np.abs(np.subtract(second["net"]["seat_weights"], first["net"]["seat_weights"])).mean()
    assert 0 < gap < 0.02


def test_there_is_no_mean_of_a_net_that_stays_alone_nor_with_one_of_its_kind(quick, monkeypatch, tmp_path):
    checked = kept_if(monkeypatch, lambda part: False)
    learner_of(tmp_path / "nothing", begin="nothing").run(1)
    own = {**blank(len(INPUTS.features)), "net": random_net(new_game(players=2)), "by_steps": True}
    (tmp_path / "own.weights").write_bytes(weights_bytes(Weights({"rivals": own}), INPUTS))
    learner_of(tmp_path / "own", begin=str(tmp_path / "own.weights")).run(1)
    large = {**own, "by_steps": False, "net": {**random_net(new_game(players=2))}}
    monkeypatch.setattr("solsearch.learning.learner.MOST_UNITS", 70)
    (tmp_path / "large.weights").write_bytes(weights_bytes(Weights({"rivals": large}), INPUTS))
    learner_of(tmp_path / "large", begin=str(tmp_path / "large.weights")).run(1)
    kept_if(monkeypatch, lambda part: True)
    learner_of(tmp_path / "alone").run(1)
    assert {part for part, _ in checked} == {"by steps"}


def test_what_was_learnt_before_a_stop_in_its_check_is_not_learnt_again(quick, monkeypatch, tmp_path):
    def stop(*_):
        raise Stopped

    monkeypatch.setattr(Learner, "_check_policy", stop)
    with pytest.raises(Stopped):
        learner_of(tmp_path).run(1)
    learnt = load_weights(str(tmp_path / "by steps rivals.weights"), INPUTS, None).of("rivals")["net"]
    monkeypatch.setattr(stepwise, "learn", stop)
    checked = kept_if(monkeypatch, lambda part: part == "by steps")
    learner_of(tmp_path).run(1)
    assert same_numbers(checked[0][1]["net"], learnt)


def test_nets_of_a_file_are_learnt_on_from(quick, monkeypatch, tmp_path):
    """Also where learning begins with the package's, and for another company."""
    path = tmp_path / "by-steps.weights"
    net = random_net(new_game(players=2))
    path.write_bytes(weights_bytes(Weights({"rivals": {**blank(len(INPUTS.features)), "net": net, "by_steps": True}}), INPUTS))
    learner = learner_of(tmp_path / "a", by_steps_from=str(path), wishes={"players": 3})
    assert [same_numbers(each["net"], net) for each in learner._learnt_by_steps("rivals several")] == [True]
    path.write_bytes(weights_bytes(Weights({"rivals": {**blank(len(INPUTS.features)), "net": net}}), INPUTS))
    with pytest.raises(OptionError, match=r"by-steps\.weights: has no net that was learnt by steps"):
        learner_of(tmp_path / "b", by_steps_from=str(path))


def same_numbers(one, other):
    return all(np.array_equal(np.ravel(one[name]), np.ravel(other[name])) for name in one)


def test_the_command_learns_by_steps_unless_other_ways_are_asked_for(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    begun = []
    monkeypatch.setattr(Learner, "run", lambda learner, _: begun.append(learner.settings))
    for arguments in ([], ["--by-steps", "500"], ["--steps", "3"], ["--games", "0"], ["--evolve", "2"]):
        ran = CliRunner().invoke(command, ["--players", "2", "--store", f"store {len(begun)}", *arguments])
        assert ran.exit_code == 0, ran.output
    assert [(each.by_steps, each.steps, each.games) for each in begun] == [
        (BY_STEPS, 0, 0),
        (500, 0, 0),
        (0, 3, 2000),
        (0, 40, 0),
        (0, 40, 2000),
    ]
