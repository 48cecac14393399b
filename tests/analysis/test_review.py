"""The review of a game: what it looks at, that it is the same however it was come by, what it keeps, what it never sees."""

import math
import random
from dataclasses import replace

import pytest

from solsearch.analysis.grades import GRADES, THRESHOLDS, accuracy_of, grade_of, level_of, stake_of
from solsearch.analysis.review import Settings
from solsearch.analysis.reviewing import MOST_KEYS, judged, occasions, own_part, review_record, steps_of
from solsearch.analysis.stored import review_data, review_for, review_from, reviews_in, with_review
from solsearch.analysis.telling import labels_of, review_lines
from solsearch.analysis.values import Valuer, fingerprint
from solsearch.formats.errors import FormatError, ReplayError
from solsearch.formats.record import Record
from solsearch.formats.record_files import load_records, save_records
from solsearch.games import CHANCE, new_game

FEW = Settings(visits=12)


def shortened(record, steps):
    """The beginning of a game."""
    return replace(record, steps=record.steps[:steps], times=(), result=None)


@pytest.fixture
def short(played):
    return shortened(played(), 150)


# -- what is looked at -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "bots"),
    [(None, "greedy,greedy"), (None, "random,greedy,random"), ("draft", "greedy,random"), ("mines", "random,random")],
)
def test_occasions_are_all_draws_and_all_that_could_have_gone_otherwise(played, ruleset, bots):
    record = played(bots, 3, ruleset)
    found = list(occasions(record))
    covered = {}
    for occasion in found:
        for number in range(len(occasion.steps)):
            assert occasion.at + number not in covered
            covered[occasion.at + number] = occasion
    turn = 0
    for at, here in enumerate(record.replay()):
        turn += at > 0 and not here.played
        if at == len(record.steps):
            break
        if here.actor == CHANCE:
            assert covered[at].is_draw
            assert len(covered[at].steps) == 1
        elif len(here.legal()) > 1:
            occasion = covered[at]
            assert not occasion.is_draw
            assert occasion.position.actor == here.actor
            assert occasion.turn == turn
        if at in covered:
            assert here.text(covered[at].steps[at - covered[at].at]) == record.steps[at]


def test_a_decision_ends_where_somebody_else_or_chance_or_the_next_turn_comes(played):
    for occasion in occasions(played("greedy,greedy,greedy", 2)):
        if not occasion.is_draw:
            after, count = own_part(occasion.position, occasion.steps)
            assert count == len(occasion.steps)
            assert after.actor != occasion.position.actor or not after.played


def test_forced_decisions_are_not_looked_at(short):
    review = review_record(short, FEW)
    places = {occasion.at: occasion for occasion in occasions(short)}
    for decision in review.decisions:
        assert len(places[decision.at].position.legal()) > 1
    assert len(review.draws) == sum(step.startswith("draw ") for step in short.steps)


# -- losses ----------------------------------------------------------------------------------------------------


def test_the_loss_is_what_the_position_after_is_worth_less(short):
    review = review_record(short, FEW)
    some = 0
    for decision in review.decisions:
        if decision.same:
            assert (decision.loss, decision.loss_error) == (0.0, 0.0)
            continue
        some += 1
        expected = decision.after_best.win[decision.seat] - decision.after_played.win[decision.seat]
        assert decision.loss == pytest.approx(expected, abs=2e-6)
        assert decision.loss_error >= 0
    assert some > 5


def test_the_best_turn_is_legal_and_its_part_leads_to_the_same_position(short):
    places = {occasion.at: occasion for occasion in occasions(short)}
    for decision in review_record(short, FEW).decisions:
        position = places[decision.at].position
        steps = steps_of(position, decision.best)
        after, count = own_part(position, steps)
        assert count == decision.best_count
        played, _ = own_part(position, places[decision.at].steps)
        assert (after == played) == decision.same


def test_a_blunder_costs_and_the_best_turn_does_not():
    """The last card: activating the tower wins, all else loses, whatever the evaluation."""
    from solsearch.analysis.reviewing import Occasion
    from solsearch.formats.files import load_position

    position = load_position("positions/last-card.toml").position
    valuer = Valuer(position.game, Settings(visits=200))
    passed = judged(valuer, Occasion(0, 0, position, (position.parse("done"),)))
    assert passed.loss > 0.9
    assert passed.grade(0.5) == "very bad"
    best = judged(valuer, Occasion(0, 0, position, tuple(steps_of(position, passed.best))))
    assert best.same
    assert best.loss == 0


def test_key_moments_are_looked_at_deeper(short):
    review = review_record(short, FEW)
    again = [decision for decision in review.decisions if decision.depth > 1]
    assert 0 < len(review.key_moments) <= len(again) <= MOST_KEYS
    assert set(review.key_moments) <= {decision.at for decision in again}
    assert all(decision.first_loss > 0 for decision in again)
    rest = [decision.loss for decision in review.decisions if decision.depth == 1]
    assert min(decision.first_loss for decision in again) >= max(rest)


# -- the same, however it was come by ----------------------------------------------------------------------------------------


def test_equal_settings_give_equal_reviews(short):
    assert review_record(short, FEW) == review_record(short, FEW, threads=2)
    assert review_record(short, FEW) != review_record(short, replace(FEW, seed=1))


@pytest.mark.parametrize("after", [1, 2, 17, 40])
def test_a_review_that_was_stopped_goes_on_to_the_same_numbers(short, after):
    whole = review_record(short, FEW)
    part = review_record(short, FEW, watch=lambda progress: progress.done >= after)
    assert not part.complete
    stored = review_from(review_data(part), short)  # as it comes back from a file
    assert review_data(review_record(short, FEW, done=stored)) == review_data(whole)


def test_a_review_does_not_go_on_with_another_search(short):
    part = review_record(short, FEW, watch=lambda progress: progress.done >= 3)
    with pytest.raises(ValueError, match="settings"):
        review_record(short, replace(FEW, visits=13), done=part)


def test_the_deck_is_read_only_as_far_as_it_was_drawn(short):
    """What is still to come may lie in any order, or not be known at all: the review is the same."""
    drawn = sum(step.startswith("draw ") for step in short.steps)
    rest = list(short.deck[drawn:])
    whole = review_record(short, FEW)
    random.Random(1).shuffle(rest)
    assert review_record(replace(short, deck=(*short.deck[:drawn], *rest)), FEW) == whole
    assert review_record(replace(short, deck=None), FEW) == whole
    hidden = replace(short, deck=tuple(_Forbidden(name) for name in short.deck))
    assert review_record(hidden, FEW) == whole


class _Forbidden(str):
    """A card that must not be looked at."""

    __slots__ = ()

    def __eq__(self, other):
        raise AssertionError("the deck was read")

    def __hash__(self):
        raise AssertionError("the deck was read")


def test_a_record_that_cannot_be_replayed_is_refused(short):
    with pytest.raises(ReplayError):
        review_record(replace(short, steps=("hurl A1", *short.steps)), FEW)


# -- luck ----------------------------------------------------------------------------------------------------


def test_luck_is_nothing_on_average(short):
    """By the probabilities of what could have come, the luck of each draw sums to 0 for each seat: by one search, exactly."""
    review = review_record(short, FEW)
    assert review.draws
    for draw in review.draws:
        assert sum(possible.probability for possible in draw.possible) == pytest.approx(1, abs=1e-5)
        for seat in range(review.seats):
            mean = sum(possible.probability * possible.win[seat] for possible in draw.possible)
            assert mean == pytest.approx(draw.expected.win[seat], abs=1e-5)
        came = next(possible for possible in draw.possible if possible.outcome == draw.outcome)
        assert came.probability == draw.probability
        assert draw.luck == pytest.approx([a - b for a, b in zip(came.win, draw.expected.win, strict=True)])
        assert sum(draw.luck) == pytest.approx(0, abs=1e-5)


def test_the_luck_of_a_draw_does_not_depend_on_what_came(short):
    """Any other card in its place: the expectation is the same, and so are the values of all that could have come."""
    from solsearch.analysis.reviewing import luck_of

    occasion = next(occasion for occasion in occasions(short) if occasion.is_draw)
    valuer = Valuer(short.game(), FEW)
    found = [luck_of(valuer, replace(occasion, steps=(step,))) for step in occasion.position.legal()]
    assert len({draw.possible for draw in found}) == 1
    assert sum(draw.probability * draw.luck[0] for draw in found) == pytest.approx(0, abs=1e-5)


def test_the_result_without_luck_is_the_result_less_all_luck(played):
    record = played("greedy,random", 5)
    review = review_record(record, Settings(visits=4))
    for seat in range(2):
        told = review.of_seat(seat)
        assert told.result == record.result["win"][seat]
        assert told.luck == pytest.approx(sum(draw.luck[seat] for draw in review.draws))
        assert told.adjusted == pytest.approx(told.result - told.luck)
        assert told.adjusted_error == pytest.approx(math.sqrt(sum(draw.error**2 for draw in review.draws)))


def test_a_game_without_chance_has_no_luck(played):
    record = shortened(played("random,random", 2, "mines"), 20)
    review = review_record(record, Settings(visits=4))
    assert review.draws == ()
    assert review.of_seat(0).luck == 0
    assert "there is no luck in it" in "\n".join(review_lines(record, review, labels_of(record)))


def test_together_all_seats_are_judged_by_the_same_chance(played):
    record = shortened(played("greedy", 1, coop=True), 60)
    review = review_record(record, Settings(visits=4))
    assert review.even == 0.5
    assert review.decisions


# -- grades ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_thresholds_scale_with_the_seats(seats):
    even = 1 / seats
    for grade, threshold in zip(GRADES[1:], THRESHOLDS, strict=True):
        assert grade_of(threshold * even + 1e-9, 0.0, even) == grade
        assert grade_of(threshold * even - 1e-9, 0.0, even) == GRADES[GRADES.index(grade) - 1]
    assert grade_of(0.3, 0.31, even) == "good"
    assert grade_of(-0.2, 0.0, even) == "good"


def test_with_two_players_the_grades_begin_at_4_8_and_16_points():
    assert [threshold / 2 for threshold in THRESHOLDS] == [0.04, 0.08, 0.16]


def test_accuracy_and_level():
    stakes = [1.0] * 10
    assert accuracy_of([0.0] * 10, stakes, 0.5) == 100
    assert accuracy_of([-0.1] * 10, stakes, 0.5) == 100
    assert accuracy_of([0.0] * 9 + [0.2], stakes, 0.5) < 97
    assert accuracy_of([], [], 0.5) is None
    levels = [level_of([loss], [10.0], 0.5) for loss in (2.0, 0.4, 0.2, 0.1, 0.05, 0.01, 0.0, -1.0)]
    assert levels == sorted(levels)
    assert levels[0] == 1
    assert levels[-1] == 10
    assert level_of([0.1], [0.5], 0.5) is None


def test_nothing_is_at_stake_where_the_game_is_decided():
    assert stake_of(0.5, 0.5) == 1
    assert stake_of(0.0, 0.5) == stake_of(1.0, 0.5) == 0
    assert stake_of(0.2, 0.2) == pytest.approx(1)
    assert 0 < stake_of(0.01, 0.2) < 0.1


# -- in the record -----------------------------------------------------------------------------------------------------------


def test_a_record_keeps_its_reviews_and_all_else(short, tmp_path):
    review = review_record(short, FEW)
    other = review_record(short, replace(FEW, seed=3))
    kept = with_review(with_review(replace(short, analysis={"mine": 1}), review), other)
    path = str(tmp_path / "kept.msgpack")
    save_records(path, [kept])
    [back] = load_records(path)
    assert replace(back, analysis=None) == short
    assert back.analysis["mine"] == 1
    assert [review_data(each) for each in reviews_in(back)] == [review_data(review), review_data(other)]
    assert review_for(back, FEW) == review
    assert review_for(back, replace(FEW, visits=99)) is None
    again = with_review(back, review)
    assert len(again.analysis["reviews"]) == 2
    assert review_for(again, FEW) == review


def test_analysis_that_is_no_table_stays(short):
    review = review_record(shortened(short, 10), FEW)
    assert with_review(replace(short, analysis=[1, 2]), review).analysis["other"] == [1, 2]


def test_reviews_of_versions_to_come_are_passed_over_and_kept(short):
    newer = {"format": "solsearch-review", "version": 2, "whatever": 1}
    record = replace(short, analysis={"reviews": [newer]})
    assert reviews_in(record) == []
    assert with_review(record, review_record(shortened(short, 10), FEW)).analysis["reviews"][0] == newer


def test_a_damaged_review_is_a_fault_with_its_place(short):
    data = review_data(review_record(short, FEW))
    rng = random.Random(3)

    def damaged(value):
        """The same with one thing in it replaced by nonsense."""
        if isinstance(value, dict) and value:
            key = rng.choice(list(value))
            if rng.random() < 0.2:
                return {name: each for name, each in value.items() if name != key}
            return {**value, key: damaged(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.9:
            at = rng.randrange(len(value))
            return [*value[:at], damaged(value[at]), *value[at + 1 :]]
        return rng.choice([None, "x", -1, 10**14, 1e14, [], {}, True])

    refused = 0
    for _ in range(300):
        record = Record.from_dict(replace(short, analysis={"reviews": [damaged(data)]}).to_dict() | {})
        try:
            for review in reviews_in(record):
                review_lines(record, review, labels_of(record))
        except FormatError as error:
            refused += 1
            assert str(error).startswith("analysis, review")
    assert refused > 100


def test_the_fingerprint_tells_weights_and_parameters_apart(tmp_path):
    game = new_game()
    assert fingerprint(game) == fingerprint(new_game(players=3))
    assert fingerprint(game) != fingerprint(new_game("mines"))
    file = tmp_path / "other.toml"
    file.write_text("[win]\n")
    assert fingerprint(game, str(file)).startswith("file:")
