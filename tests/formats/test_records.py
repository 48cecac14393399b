"""Records: round trips, the replay's checks, and files that are cut off, of another version or hostile."""

import json
import struct
from dataclasses import replace

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solsearch.formats import FormatError, ReplayError
from solsearch.formats.files import LARGEST_POSITION
from solsearch.formats.position import to_dict
from solsearch.formats.record import Record
from solsearch.formats.record_files import load_records, save_records
from solsearch.games.registry import default_ruleset

FORMS = ("msgpack", "json")


@pytest.fixture(scope="module")
def record(make_record):
    return make_record(2, seed=7, steps=60)


@pytest.fixture(scope="module")
def finished(make_record):
    return make_record(3, seed=5)


def refused(path):
    with pytest.raises(FormatError) as raised:
        load_records(str(path))
    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert message.isprintable()
    return message.removeprefix(f"{path}: ")


# -- round trips -----------------------------------------------------------------------------------------------------

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(data=st.data())
def test_what_is_written_is_read_back(data, make_record, tmp_path_factory):
    players = data.draw(st.integers(1, 5))
    steps = data.draw(st.integers(0, 80))
    whole = make_record(players, data.draw(st.integers(0, 99)), steps=steps, longer=data.draw(st.booleans()))
    whole = replace(
        whole,
        times=data.draw(st.just(()) | st.just(tuple(0.25 * k for k in range(len(whole.steps))))),
        bots=data.draw(st.just(()) | st.just(("mcts:visits=9", *[None] * (players - 1)))),
        deck=data.draw(st.sampled_from([whole.deck, None])),
        seed=data.draw(st.none() | st.integers(-(2**63), 2**128 - 1)),
        analysis=data.draw(plain),
        notes=data.draw(st.text(st.characters(exclude_categories=["Cs"]))),
    )
    games = [whole] * data.draw(st.integers(1, 3))
    folder = tmp_path_factory.getbasetemp()
    for form in FORMS:
        path = folder / f"record.{form}"
        assert save_records(str(path), games, form) == len(games)
        assert load_records(str(path)) == games
        raw = path.read_bytes()
        save_records(str(path), load_records(str(path)), form)
        assert path.read_bytes() == raw


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 2},
        {"players": 5, "longer": True},
        {"players": 2, "effects": ["squeeze", "pillar", "channel"]},
        {"players": 3, "effects": ["chain"], "trigger_event": "implode"},
        {"players": 2, "coop": True, "scenario": "solar-inhabitants"},
    ],
    ids=str,
)
def test_a_game_is_replayed_to_its_end(make_record, played, options):
    position, history = played(seed=11, **options)
    record = Record.from_dict(make_record(seed=11, **options).to_dict())
    assert record.final_position() == position
    assert sum(1 for _ in record.replay()) == len(history) + 1


def test_a_record_may_begin_in_the_middle_of_a_turn(played):
    position, _ = played(2, seed=9, steps=150)
    after = position.copy()
    steps = []
    for _ in range(30):
        step = after.legal()[0]
        steps.append(after.text(step))
        after.apply(step)
    record = Record(position.game.ruleset, position.game.options(), tuple(steps), start=to_dict(position))
    assert Record.from_dict(json.loads(json.dumps(record.to_dict()))).final_position() == after


def test_a_turn_of_a_record(finished):
    position, last = finished.at_turn(3)
    assert not position.played
    assert finished.at_turn(0)[0] == finished.start_position()
    assert finished.at_turn(None) == (finished.final_position(), last)
    assert finished.at_turn(last)[0].copy() == finished.final_position().turn_start()
    with pytest.raises(FormatError, match=f"there is no turn {last + 1}: the record has the turns 0 to {last}"):
        finished.at_turn(last + 1)


def test_a_record_typed_by_hand_needs_little_and_is_read_forgivingly():
    steps = ["place gate B3 C2", "1: PLACE NODE b9", "place node b4", "pl ga B9 c9", "launch a13", "done"]
    record = Record.from_dict(
        {"format": "solsearch-record", "version": 1, "ruleset": default_ruleset(), "options": {"players": 2}, "steps": steps}
    )
    assert record.final_position().turn == 1
    assert record.result is None and record.deck is None


def test_thousands_of_games_are_read_one_by_one(tmp_path, record):
    from solsearch.formats.files import Source
    from solsearch.formats.record_files import records_in

    path = tmp_path / "many.msgpack"
    save_records(str(path), [record] * 3000)
    assert path.stat().st_size > 10 * LARGEST_POSITION
    with Source(str(path)) as source:
        assert sum(1 for _ in records_in(source)) == 3000


# -- the replay's checks ---------------------------------------------------------------------------------------------


def failing(record):
    checked = Record.from_dict(record.to_dict())  # its form is right
    with pytest.raises(ReplayError) as raised:
        checked.final_position()
    return str(raised.value)


def test_a_step_that_is_not_legal(record):
    steps = (*record.steps[:9], "hurl E1", *record.steps[10:])
    assert failing(replace(record, steps=steps)).startswith("step 10: 'hurl E1' is not legal here: seat ")


def test_steps_after_the_end(finished):
    message = failing(replace(finished, steps=(*finished.steps, "done")))
    assert message == f"step {len(finished.steps) + 1}: 'done' is not legal here: the game is over, 0 legal steps"


def test_a_draw_that_is_not_the_next_card(finished):
    number = next(k for k, step in enumerate(finished.steps) if step.startswith("draw "))
    first = finished.deck[0]
    other = next(k for k, card in enumerate(finished.deck) if card != first)
    deck = list(finished.deck)
    deck[0], deck[other] = deck[other], deck[0]
    message = failing(replace(finished, deck=tuple(deck)))
    assert message == f"step {number + 1}: draw {first}, but the next card of the deck is {deck[0]}"


def test_a_deck_that_is_not_the_games(finished):
    assert failing(replace(finished, deck=finished.deck[1:])).startswith("deck: 12 of ")
    assert failing(replace(finished, deck=(*finished.deck, "joker"))) == (
        "deck: 1 of joker, but 0 are undrawn at the start"
    )


def test_a_result_that_is_not_the_games(finished):
    result = finished.result
    wrong = [result["score"][0] + 1, *result["score"][1:]]
    assert failing(replace(finished, result={**result, "score": wrong})).startswith("result, score: [")
    wrong = [1 / 3] * 3
    assert failing(replace(finished, result={**result, "win": wrong})).startswith(
        "result, win: [0.333333, 0.333333, 0.333333], but the steps lead to ["
    )
    assert failing(replace(finished, result={**result, "win": None})).startswith("result, win: null, but")


def test_a_result_before_the_end_needs_a_reason(record):
    result = {"win": [0, 1], "score": [0, 0], "reason": None}
    assert failing(replace(record, result=result)) == (
        "result: the game is not over after the last step, and no reason is given"
    )
    replace(record, result={**result, "reason": "seat 0 resigned"}).final_position()


# -- the form --------------------------------------------------------------------------------------------------------

SEED_WANTED = "must be a whole number below 2**128, or 0x and up to 32 hexadecimal digits"
LONG = "x" * 200
CHANGES = [
    ({"format": "record"}, "format: must be 'solsearch-record', not 'record'"),
    ({"version": 2}, "version: 2 is not known: this program reads version 1"),
    ({"version": None}, "version: null is not known: this program reads version 1"),
    ({"version": True}, "version: true is not known: this program reads version 1"),
    ({"step": []}, "unknown key 'step': did you mean 'steps'?"),
    ({"ruleset": "third"}, "ruleset: unknown ruleset 'third': known are second, first, draft, prototype, mines"),
    ({"ruleset": 2}, "ruleset: must be text, not 2"),
    ({"options": []}, "options: must be a table of options, not an empty list"),
    ({"options": {"players": 7}}, "options: players = 7: must be 1 to 5"),
    ({"options": {"player": 2}}, "options: ruleset second has no option 'player'"),
    ({"options": {"ruleset": "x"}}, "options: ruleset second has no option 'ruleset'"),
    ({"options": {"suits": 5}}, "options: suits = 5: must be a list of names"),
    ({"names": ["a"]}, "names: 1 entries for 2 seats"),
    ({"names": "ab"}, "names: must be a list by seat, not 'ab'"),
    ({"names": ["a", 2]}, "names, seat 1: must be text, not 2"),
    ({"names": ["a", "\x1b[2J"]}, "names, seat 1: '\\x1b[2J' has a character that cannot be printed"),
    ({"bots": ["mcts", 1]}, "bots, seat 1: must be text, not 1"),
    ({"seed": "7"}, f"seed: {SEED_WANTED}, not '7'"),
    ({"seed": f"{2**128:#x}"}, f"seed: {SEED_WANTED}, not '0x{2**128:x}'"),
    ({"seed": -(2**63) - 1}, f"seed: {SEED_WANTED}, not -9223372036854775809"),
    ({"start": 3}, "start: a position is a table of keys and values, not 3"),
    ({"start": {"players": 2}}, "start, seat: one table [[seat]] is needed for each player"),
    ({"deck": "flare"}, "deck: must be a list of texts, not 'flare'"),
    ({"deck": ["flare", 1]}, "deck, entry 2: must be text, not 1"),
    ({"steps": None}, 'steps: must be a list of texts, not null'),
    ({"steps": ["done", 4]}, "steps, entry 2: must be text, not 4"),
    ({"steps": ["done", LONG]}, f"step 2: '{LONG[:50]}'... is no step: 200 characters are too many"),
    ({"times": [1.0]}, "times: 1 times for 60 steps"),
    ({"times": [-1.0] * 60}, "times, entry 1: must be a number from 0 up, not -1.0"),
    ({"times": 3}, "times: must be a list of seconds, not 3"),
    ({"result": []}, "result: must be a table with win, score and reason, not an empty list"),
    ({"result": {"won": []}}, "result: unknown key 'won': did you mean 'win'?"),
    ({"result": {"score": [1]}}, "result, score: must be a list of 2 numbers, one per seat"),
    ({"result": {"score": [1, "2"]}}, "result, score, entry 2: must be a number, not '2'"),
    ({"result": {"score": [1, 2], "reason": 4}}, "result, reason: must be text, not 4"),
    ({"analysis": {"x": 2**70}}, "analysis: a number of more than 20 digits is too large"),
    ({"analysis": "\ud800"}, "analysis: '\\ud800' has half of a character"),
    ({"notes": ["a"]}, "notes: must be text, not a list"),
    # What has no place in other formats: numbers beyond all bounds, half characters.
    ({"seed": 10**400}, f"seed: {SEED_WANTED}, not a number of more than 20 digits"),
    ({"version": 10**400}, "version: a number of more than 20 digits is not known: this program reads version 1"),
    ({"options": {"players": 10**400}}, "options: a number of more than 20 digits is too large"),
    ({"times": [10**400] * 60}, "times, entry 1: must be a number from 0 up, not a number of more than 20 digits"),
    ({"result": {"score": [1, -(10**400)]}}, "result, score, entry 2: must be a number, not a number of more than 20 digits"),
    ({"result": {"score": [1, 1], "win": [10**400, 1]}},
     "result, win, entry 1: must be a number, not a number of more than 20 digits"),
    ({"start": {"players": 10**400}}, "start: a number of more than 20 digits is too large"),
    ({"deck": ["flare", "\ud800"]}, "deck, entry 2: '\\ud800' has half of a character"),
    ({"deck": ["flare", LONG]}, "deck, entry 2: 200 characters: at most 120"),
    ({"steps": ["done", "\udfff"]}, "step 2: '\\udfff' has half of a character"),
    ({"start": {"ruleset": "\ud800"}}, "start: '\\ud800' has half of a character"),
    ({"options": {"effects": ["\ud800"]}}, "options: '\\ud800' has half of a character"),
    ({"bots": ["mcts", "\ud800"]}, "bots, seat 1: '\\ud800' has half of a character"),
    ({"names": ["a", "\ud800"]}, "names, seat 1: '\\ud800' has a character that cannot be printed"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "says"), CHANGES, ids=[next(iter(change)) for change, _ in CHANGES])
def test_a_wrong_value_is_told_with_file_game_place_and_reason(tmp_path, record, change, says):
    path = tmp_path / "record.json"
    good, bad = record.to_dict(), record.to_dict() | change
    head = {"format": good.pop("format"), "version": good.pop("version")}
    path.write_text(json.dumps({**head, "games": [good, bad]}))
    place = "game 2: " if says.startswith("unknown key") else "game 2, "
    assert refused(path) == place + says


def test_missing_keys(record):
    for key, says in (
        ("ruleset", "ruleset: is missing"),
        ("options", "options: is missing: a table of options is needed"),
        ("steps", "steps: is missing"),
        ("format", "format: must be 'solsearch-record', not null"),
    ):
        data = record.to_dict()
        del data[key]
        with pytest.raises(FormatError) as raised:
            Record.from_dict(data)
        assert str(raised.value) == says


def test_a_start_of_another_game_is_refused(record, played):
    other, _ = played(3, steps=0)
    with pytest.raises(FormatError, match=r"start: a position of another game \(second, 3 players\) than `options`"):
        Record.from_dict(record.to_dict() | {"start": to_dict(other)})


def test_deep_analysis_is_refused(record):
    deep = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(FormatError, match="analysis: tables and lists nested more than 40 deep"):
        Record.from_dict(record.to_dict() | {"analysis": deep})


# -- files -----------------------------------------------------------------------------------------------------------


def test_every_cut_is_refused(tmp_path, record):
    path = tmp_path / "record.msgpack"
    save_records(str(path), [record, record])
    raw = path.read_bytes()
    half = len(raw) // 2
    for size in [*range(0, len(raw), 37), len(raw) - 1]:
        path.write_bytes(raw[:size])
        if size == half:
            assert len(load_records(str(path))) == 1
        elif size == 0:
            assert refused(path) == "is empty"
        else:
            game = 1 if size < half else 2
            assert refused(path) == f"game {game}: cut off: the file ends within the game, after {size:,} bytes"


def test_what_follows_a_game_is_read_too(tmp_path, record):
    path = tmp_path / "record.msgpack"
    save_records(str(path), [record])
    raw = path.read_bytes()
    path.write_bytes(raw + b"\x07")
    assert refused(path) == "game 2: a record is a table of keys and values, not 7"
    path.write_bytes(raw + b"\xc0")
    assert refused(path) == "game 2: a record is a table of keys and values, not null"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\x81" * 10, "game 1: cut off: the file ends within the game, after 10 bytes"),
        (b"\x81\xa1a" * 2000, "game 1: not msgpack of ours: nested too deep"),
        (b"\x81\xa1a" + b"\x91" * 2000, "game 1: not msgpack of ours: nested too deep"),
        (b"\x81\xa1a\xdd\xff\xff\xff\xff", "game 1: not msgpack of ours: 4294967295 exceeds max_array_len(1000000)"),
        (b"\x81\xa1a\xdf\xff\xff\xff\xff", "game 1: not msgpack of ours: 4294967295 exceeds max_map_len(100000)"),
        (b"\x81\xa1a\xdb\xff\xff\xff\xff" + b"x" * 50,
         "game 1: cut off: the file ends within the game, after 58 bytes"),
        (b"\x81\xa1a\xdb\xff\xff\xff\xff" + b"x" * 9_000_000,
         "game 1: more than 8,000,000 bytes, or it promises more than it holds"),
        (b"\x81\xa1a\xc4\x05abcde", "game 1: not msgpack of ours: 5 exceeds max_bin_len(0)"),
        (b"\x81\xa1a\xd6\xff\0\0\0\0", "game 1: not msgpack of ours: 5 exceeds max_ext_len(0)"),
        (b"\x81\x01\x02", "game 1: not msgpack of ours: int is not allowed for map key when strict_map_key=True"),
        (b"\x81\xc4\x00\x01", "game 1: a key must be text, not bytes"),
        (b"\x81\xa1a\xc1", "game 1: not msgpack of ours: a byte that means nothing"),
        (b"\x81\xa1\xff\x01", "game 1: not msgpack of ours: a text that is no UTF-8"),
        (b"\x82\xa1a\x01\xa1a\x02", "game 1: the key 'a' comes twice in one table"),
        (b"\x80", "game 1, format: must be 'solsearch-record', not null"),
    ],
    ids=range(15),
)  # fmt: skip
def test_hostile_msgpack_is_refused(tmp_path, raw, says):
    path = tmp_path / "hostile"
    path.write_bytes(raw)
    assert refused(path) == says


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_lacks_are_refused(tmp_path, record, number):
    path = tmp_path / "record.msgpack"
    path.write_bytes(msgpack.packb(record.to_dict() | {"analysis": {"x": number}}))
    assert refused(path) == f"game 1, analysis: {number} is no number that JSON can hold"
    assert struct.pack(">d", number) in path.read_bytes()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "is no record: neither msgpack nor JSON"),
        ("{}", "is no record: it has no key 'format'"),
        ("ruleset = 'second'", "is no record: neither msgpack nor JSON"),
        ('{"format": "solsearch-record", "version": 1, "games": 3}', "games: must be a list of records, not 3"),
        ('{"format": "solsearch-record", "version": 1, "games": [3]}',
         "game 1: a record is a table of keys and values, not 3"),
        ('{"format": "solsearch-record", "version": 3, "games": []}',
         "version: 3 is not known: this program reads version 1"),
        ('{"format": "solsearch-record", "version": 1, "games": [], "game": 1}',
         "unknown key 'game': did you mean 'games'?"),
        ('{"format": "solsearch-record"', "line 1, column 30: not JSON: expecting ',' delimiter"),
    ],
)  # fmt: skip
def test_json_that_is_no_record_is_refused(tmp_path, text, says):
    path = tmp_path / "record.json"
    path.write_text(text)
    assert refused(path) == says


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_written_if_one_game_is_bad(tmp_path, record, form):
    path = tmp_path / "record"
    path.write_bytes(b"before")
    with pytest.raises(FormatError):
        save_records(str(path), [record, replace(record, notes=3)], form)
    assert path.read_bytes() == b"before"
    assert [child.name for child in tmp_path.iterdir()] == ["record"]
