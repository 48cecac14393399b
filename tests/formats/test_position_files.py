"""Position files: what is written is read back, in every form; what is wrong is refused with place and reason."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solsearch.cli import main
from solsearch.formats import FormatError
from solsearch.formats.files import load_position, position_text, save_position
from solsearch.formats.parse import parse_json, parse_toml
from solsearch.formats.position import PositionFile, file_from_dict, from_dict, to_dict
from solsearch.formats.record import Record
from solsearch.formats.seating import Seating
from solsearch.formats.toml import to_toml
from solsearch.games import new_game
from solsearch.games.laststar.data import rulesets, scenarios
from solsearch.games.registry import default_ruleset
from solsearch.protocol.requests import BadRequest, read_request

DEFAULT = default_ruleset()
RULES = rulesets()[DEFAULT]
MALFORMED = tomllib.loads(Path(__file__).with_name("malformed.toml").read_text(encoding="utf-8"))
SOUND = MALFORMED["sound"]
SEATS = SOUND[SOUND.index("[[seat]]") :]

names = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=20).filter(str.isprintable)


# -- round trips -----------------------------------------------------------------------------------------------------


@st.composite
def game_options(draw):
    """Any game that can be played."""
    options = {"players": draw(st.integers(1, 5))}
    together = options["players"] == 1
    if not together and draw(st.booleans()):
        options["coop"] = together = True
    elif not together:
        options["longer"] = draw(st.booleans())
    if together:
        options["scenario"] = draw(st.none() | st.sampled_from(sorted(scenarios(DEFAULT))))
        options["target"] = draw(st.none() | st.integers(0, 40))
    if draw(st.booleans()):
        options["trigger_event"] = draw(st.sampled_from(RULES["events"]))
        options["trigger_flares"] = draw(st.none() | st.integers(0, RULES["most_triggers"]))
    options["effects"] = draw(st.none() | st.lists(st.sampled_from(RULES["effects"]), max_size=2))
    return options


@st.composite
def position_files(draw, played):
    options = draw(game_options())
    players = options["players"]
    position, _ = played(
        seed=draw(st.integers(0, 2**32)), steps=draw(st.integers(0, 600)), eager=draw(st.booleans()), **options
    )
    called = draw(st.lists(names, min_size=players, max_size=players))
    return PositionFile(position, tuple(called) if any(called) else ())


@given(data=st.data())
def test_what_is_written_is_read_back(data, played):
    file = data.draw(position_files(played))
    plain = to_dict(file.position, file.names)
    for form, parse in (("toml", parse_toml), ("json", parse_json)):
        text = position_text(file.position, file.names, form)
        assert parse(text) == plain
        again = file_from_dict(parse(text))
        assert again == file
        assert again.position.played == file.position.played
        assert again.position.turn_start() == file.position.turn_start()
        assert position_text(again.position, again.names, form) == text


@pytest.mark.parametrize("form", ["toml", "json"])
def test_files_keep_the_position_and_the_names(tmp_path, played, form):
    position, _ = played(3, seed=4, steps=200)
    path = tmp_path / f"position.{form}"
    save_position(str(path), position, ("ann", "", 'b"o\\b ☉'))
    loaded = load_position(str(path))
    assert loaded == PositionFile(position, ("ann", "", 'b"o\\b ☉'))
    assert (path.read_text(encoding="utf-8")[0] == "{") == (form == "json")


def test_the_ending_of_a_name_does_not_matter(tmp_path):
    for name in ("position", "position.json", "position.txt"):
        (tmp_path / name).write_text(SOUND, encoding="utf-8")
        assert load_position(str(tmp_path / name)).position == from_dict(tomllib.loads(SOUND))


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path):
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").encode())
    assert load_position(str(path)).names == ("purple", "green")


def test_a_game_that_is_over_is_its_last_turn(played):
    position, _ = played(2, seed=3)
    assert position.over
    again = from_dict(to_dict(position))
    assert again.over and again == position and again.result() == position.result()


def test_a_game_ended_inside_the_kernel_cannot_be_written():
    position = new_game(players=2).start()
    position.playout(1)
    with pytest.raises(FormatError, match="the steps of that are not known"):
        to_dict(position)


def test_suits_fewer_than_the_rules_say_are_listed():
    position = new_game(players=4, suits=["flare", "expansion"]).start()
    data = to_dict(position)
    assert data["suits"] == ["flare", "expansion"]
    assert from_dict(data) == position


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("spiral = 9\n", ""),
        ("players = 2\n", ""),
        ("turn = 0", 'turn = "purple"'),
        ("turn = 0", 'turn = " PURPLE "'),
        ("turn = 0", 'turn = "0"'),
        ('"2x0"', '"2xpurple"'),
        ('"2x0"', '"2 X Purple"'),
        ('"node 1, 1x0, 2x1"', '"node green, 1xpurple, 2 x GREEN"'),
        ('"C2-D2 1"', '"C2-D2 green"'),
        (f'ruleset = "{DEFAULT}"\n', ""),
        ("momentum = 5\n", "momentum = 5\ncard = 'none'\n"),
        ('"2x0"', '" 2 X 0 "'),
        ('"node 1, 1x0, 2x1"', '"2x1,1x0 , NODE  1"'),
        ("A3", "a3"),
        ('"B3-C2 0"', '" c2 - b3  0"'),
        ("hold = 5", "hold = 5\nguests = ''"),
        ("eye = 9", "eye = 9\ngates = 4\nnodes = 3"),
    ],
)
def test_what_is_clear_is_understood(old, new):
    assert old in SOUND
    assert from_dict(tomllib.loads(SOUND.replace(old, new, 1))) == from_dict(tomllib.loads(SOUND))


def test_canonical_toml_is_the_form_of_the_design():
    data = parse_toml(SOUND)
    assert to_toml(data) == SOUND
    assert position_text(from_dict(data), ("purple", "green")) == SOUND


@given(st.text())
def test_every_text_is_a_toml_string(text):
    if not any("\ud800" <= c <= "\udfff" for c in text):
        assert tomllib.loads(to_toml({"key": text, "table": {text: "x"}})) == {"key": text, "table": {text: "x"}}


# -- what is wrong ---------------------------------------------------------------------------------------------------


def edited(case):
    old = SEATS if case["old"] == "SEATS" else case["old"]
    assert old in SOUND
    return SOUND.replace(old, case["new"], 1)


@pytest.mark.parametrize("case", MALFORMED["case"], ids=lambda case: case["name"])
def test_a_mistake_is_told_with_file_place_and_reason(tmp_path, case):
    path = tmp_path / "position.toml"
    path.write_text(edited(case), encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    assert str(raised.value) == f"{path}: {case['says']}"


@pytest.mark.parametrize("case", MALFORMED["case"], ids=lambda case: case["name"])
def test_the_same_mistake_in_json_is_told_in_the_same_words(case):
    try:
        data = parse_toml(edited(case))
    except FormatError:
        return  # a mistake of TOML
    if case["name"] == "energy-date":
        return  # JSON has no dates
    with pytest.raises(FormatError) as raised:
        file_from_dict(json.loads(json.dumps(data)))
    assert str(raised.value) == case["says"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("{", "line 1, column 2: not JSON: expecting property name enclosed in double quotes"),
        ('{"players": }', "line 1, column 13: not JSON: expecting value"),
        ('{"players": 2, "players": 3}', "the key 'players' comes twice in one table"),
        ('{"players": NaN}', "NaN is no number of JSON"),
        ('{"players": 1e999}', "seat: one table [[seat]] is needed for each player"),
        ('{"a":' * 20_000, "not a file of ours: JSON nested too deep"),
        ('{"a":' + "[" * 90_000, "not a file of ours: JSON nested too deep"),
        ('{"a": ' + "9" * 5_000 + "}", "not JSON: a number of too many digits"),
        ('{"' + "x" * 200_000 + '": 1}', "too large for a position: more than 100,000 bytes"),
        ('{"seat": [1]}', "seat 0: must be a table, not 1"),
        ('{"format": "solsearch-record"}', "is a record of games, not a position: "
         "`solsearch show --turn N --json` makes one of it"),
        ("x = " + "[" * 50_000, "not a file of ours: TOML nested too deep"),
        ("x = " + "9" * 5_000, "not TOML: a number of too many digits"),
        ("a" + ".a" * 40_000 + " = 1", "not a file of ours: a key of more than 8 parts"),
        ('"a"' + '."a"' * 20_000 + " = 1", "not a file of ours: a key of more than 8 parts"),
        ("#" * 100_001, "too large: more than 100,000 bytes"),
        ("x = 1979-02-31", "line 1, column 5: not TOML: invalid date or datetime, in 'x = 1979-02-31'"),
        ("[[1, 2], [3]]", "line 1, column 4: not TOML: expected ']]' at the end of an array declaration, "
         "in '[[1, 2], [3]]'"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)  # fmt: skip
def test_hostile_text_is_refused(tmp_path, text, says):
    path = tmp_path / "position"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    assert str(raised.value) == f"{path}: {says}"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\xff\xfe\x00", "byte 0: neither text (UTF-8) nor a record"),
        (b"players = 2\n\xff", "byte 12: neither text (UTF-8) nor a record"),
        (b"\x81\xa1a\x01", "is a record of games, not a position: `solsearch show --turn N --json` makes one of it"),
        (b"a = 1\0",
         "line 1, column 6: not TOML: expected newline or end of document after a statement, in 'a = 1\\x00'"),
    ],
)  # fmt: skip
def test_binary_garbage_is_refused(tmp_path, raw, says):
    path = tmp_path / "garbage"
    path.write_bytes(raw)
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    assert str(raised.value) == f"{path}: {says}"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["2x0", "node 0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(value=anything, data=st.data())
def test_any_value_in_any_place_is_refused_in_one_line_or_makes_a_position(value, data):
    plain = tomllib.loads(SOUND)
    table = plain
    while True:
        key = data.draw(st.sampled_from(sorted(table) if isinstance(table, dict) else range(len(table))))
        if isinstance(table[key], dict | list) and data.draw(st.booleans()):
            table = table[key]
        else:
            break
    table[key] = value
    try:
        position = from_dict(plain)
    except FormatError as error:
        assert str(error).isprintable()
        assert all(len(str(fault)) < 600 for fault in error.faults)
    else:
        assert from_dict(to_dict(position)) == position


# -- several mistakes at once ------------------------------------------------------------------------------------------


def mistaken(*changes):
    text = SOUND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


SEVERAL = mistaken(
    ("turn = 0", 'turn = "Anna"'), ('flare = "cluster"', 'flare = "clutser"'), ("subduction = 12", "subduction = 14"),
    ('"2x0"', '"7x0, noed 1"'), ('"C2-D2 1"', '"C2-D9 1"'), ("hold = 4", "hold = 40"), ("energy = 6", "enrgy = 6"),
    ("momentum = 7\n", ""), ('card = "refraction"', 'card = "oscillation"'),
)  # fmt: skip
SAID = [
    "effects, flare: unknown effect 'clutser': did you mean 'cluster'?",
    "board, A3: 7 sundivers of seat 0: a cell holds 1 to 5 of a player",
    "board, A3: 'noed 1' is neither a station and its seat (node, foundry, tower: \"node 1\") nor a number of sundivers "
    '("2x0": two of seat 0)',
    "board, gates, entry 2: no cell D9: the board has A1-A13, B1-B13, C1-C13, D1-D8, E1-E5",
    "undrawn, subduction: must be 0 to 13, not 14",
    "turn: no seat is called 'Anna': known are purple, green",
    "seat 0: unknown key 'enrgy': did you mean 'energy'?",
    "seat 0, hold: must be 0 to 13, not 40",
    "seat 1, momentum: is missing",
    "seat 1, card: oscillation is not in play: [undrawn] does not name it",
]


def test_all_mistakes_are_told_at_once(tmp_path, capfd, monkeypatch):
    """Each in a line of its own that names file, place and reason."""
    path = tmp_path / "several.toml"
    path.write_text(SEVERAL, encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    assert [str(fault) for fault in raised.value.faults] == [f"{path}: {said}" for said in SAID]
    assert str(raised.value).startswith(f"{path}: {SAID[0]}; {SAID[1]}; ")
    assert str(raised.value).endswith(f"; and {len(SAID) - 5} more")
    monkeypatch.setattr("sys.argv", ["solsearch", "show", str(path)])
    with pytest.raises(SystemExit) as left:
        main()
    out, err = capfd.readouterr()
    assert (left.value.code, out) == (2, "")
    assert err.splitlines() == [f"Error: {path}: {said}" for said in SAID]


def test_many_mistakes_of_one_kind_list_what_is_known_once(tmp_path):
    """A file whose keys are all in the wrong place: as one text it stays readable, as a list it has them all."""
    path = tmp_path / "wrong.toml"
    path.write_text("".join(f"{name} = 1\n" for name in ("wrong", "wxyz", "zzz", "xyzzy", "mmm")) + SOUND, encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    first, *others = [str(fault) for fault in raised.value.faults]
    assert first.startswith(f"{path}: unknown key 'wrong': known are ruleset, players, turn, ")
    assert others == [f"{path}: unknown key '{name}'" for name in ("wxyz", "zzz", "xyzzy", "mmm")]
    assert str(raised.value) == "; ".join([first, *(f"unknown key '{name}'" for name in ("wxyz", "zzz", "xyzzy", "mmm"))])


def test_several_long_mistakes_are_told_as_far_as_they_can_be_read(tmp_path):
    path = tmp_path / "long.toml"
    changes = [('"cluster"', '"none such"'), ('"2x0"', '"noed 1"'), ('"C2-D2 1"', '"C2-D9 1"'), ("hold = 4", "wxyz = 4")]
    text = "wxyz = 1\n" + mistaken(*changes)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        load_position(str(path))
    assert len(raised.value.faults) >= 5
    assert len(str(raised.value)) < 700
    assert str(raised.value).endswith(" more")


def test_what_follows_from_a_mistake_is_not_told():
    """A misspelt key is not missing as well, and what depends on what is wrong is not checked."""
    for changes, said in [
        ([("eye = 9", "eey = 9")], ["seat 0: unknown key 'eey': did you mean 'eye'?"]),
        ([("[undrawn]", "[undrwan]"), ("hold = 4", "hold = 14")],
         ["unknown key 'undrwan': did you mean 'undrawn'?", "seat 0, hold: must be 0 to 13, not 14"]),
        ([("spiral = 9", 'spiral = 9\ntrigger_event = "feders"'), ("2x1", "2x1, 3 feeders")],
         ["unknown trigger event 'feders': did you mean 'feeders'?"]),
        ([('"2x0"', '"2y0"'), ("hold = 4", "hold = 13")],
         ["board, A3: '2y0' is neither a station and its seat (node, foundry, tower: \"node 1\") nor a number of sundivers "
          '("2x0": two of seat 0)']),
        ([("players = 2", "players = 3"), ("turn = 0", "turn = 2")], ["players: 3, but there are 2 [[seat]] tables"]),
    ]:  # fmt: skip
        with pytest.raises(FormatError) as raised:
            file_from_dict(parse_toml(mistaken(*changes)))
        assert [str(fault) for fault in raised.value.faults] == said


def test_several_mistakes_in_a_record_and_in_a_request_are_told_too(played, tmp_path, capfd, monkeypatch):
    data = to_dict(played(2, seed=4, steps=200)[0])
    del data["turn"], data["seat"][1]["momentum"]
    head = {"format": "solsearch-record", "version": 1, "ruleset": "second", "options": {"players": 2}}
    with pytest.raises(FormatError) as raised:
        Record.from_dict(head | {"start": data, "steps": []})
    assert [fault.place for fault in raised.value.faults] == ["start, turn", "start, seat 1, momentum"]
    (tmp_path / "bad.json").write_text(json.dumps(head | {"start": data, "steps": []}))
    monkeypatch.setattr("sys.argv", ["solsearch", "verify", str(tmp_path / "bad.json")])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    lines = [f"Error: {tmp_path / 'bad.json'}: game 1, start, {place}: is missing" for place in ("turn", "seat 1, momentum")]
    assert capfd.readouterr().err.splitlines() == lines
    with pytest.raises(BadRequest) as refused:
        read_request({"id": 1, "position": data})
    assert str(refused.value) == "turn: is missing; seat 1, momentum: is missing"


# -- eyes and turns -------------------------------------------------------------------------------------------------------


@given(data=st.data())
def test_the_eyes_of_every_position_of_every_game_agree_with_the_turn(data, played):
    """Whatever was played: accelerate moves all motherships, and nothing else moves one out of its turn."""
    players = data.draw(st.integers(2, 5))
    position, _ = played(players, seed=data.draw(st.integers(0, 2**32)), steps=data.draw(st.integers(0, 900)),
                         effects=["accelerate", "portal", "pulse"][: 1 + players // 2])  # fmt: skip
    plain = to_dict(position.turn_start()) if not position.over else None
    if plain is None:
        return
    assert from_dict(plain) == position.turn_start()
    seat = data.draw(st.integers(0, players - 1))
    plain["seat"][seat]["eye"] = plain["seat"][seat]["eye"] % len(position.game.board.eyes) + 1
    with pytest.raises(FormatError, match="eye"):
        from_dict(plain)


def test_a_name_that_is_no_clear_call():
    """Of two seats with one name neither can be called by it, a number is a number, and nobody has a name that is empty."""
    for names, called, says in [
        (("Anna", "anna"), "ANNA", "'ANNA' is the name of seats 0 and 1: take the number"),
        (("Anna", "Anna"), "Anna", "'Anna' is the name of seats 0 and 1: take the number"),
        (("", ""), "Anna", "no seat is called 'Anna': the seats are 0 to 1, and no seat has a name"),
        (("1", "0"), "2", "no seat 2: the seats are 0 to 1"),
        ((5, None), "", "no seat is called ''"),
    ]:
        with pytest.raises(FormatError) as raised:
            Seating(names).number(called, "turn")
        assert str(raised.value).startswith(f"turn: {says}")
    assert Seating(("1", "0")).number("1", "turn") == 1
    assert Seating(("Anna", "anna")).number("anna", "turn") == 1
    assert Seating(("xavier", "2nd place")).number(" 2ND  Place", "turn") == 1


def test_seats_are_called_by_name_everywhere(played):
    text = SOUND.replace('"purple"', '"Xaver the 2nd"').replace('"green"', '"Bob-O"')
    called = text.replace("turn = 0", 'turn = "xaver the 2nd"').replace('"2x0"', '"2xXaver the 2nd"')
    called = called.replace('"node 1, 1x0, 2x1"', '"node Bob-O, 1 x xaver THE 2nd, 2xbob-o"')
    called = called.replace('["B3-C2 0", "C2-D2 1"]', '["B3-C2 Xaver the 2nd", "C2-D2  Bob-O"]')
    assert called.count("0") < text.count("0")
    assert from_dict(tomllib.loads(called)) == from_dict(tomllib.loads(text))
    guests = text.replace("hold = 5", 'hold = 5\nguests = "1xXaver the 2nd"')
    assert from_dict(tomllib.loads(guests)) == from_dict(tomllib.loads(guests.replace("1xXaver the 2nd", "1x0")))


# -- writing ---------------------------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_whole_is_left_as_it_was(tmp_path):
    from solsearch.formats.files import replacing

    path = tmp_path / "kept.toml"
    path.write_text("before")
    path.chmod(0o640)
    with pytest.raises(RuntimeError), replacing(str(path)) as out:
        out.write(b"half")
        raise RuntimeError
    assert path.read_text() == "before"
    assert [child.name for child in tmp_path.iterdir()] == ["kept.toml"]
    with replacing(str(path)) as out:
        out.write(b"after")
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [child.name for child in tmp_path.iterdir()] == ["kept.toml"]


def test_a_link_stays_a_link(tmp_path):
    from solsearch.formats.files import replacing

    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    with replacing(str(tmp_path / "link")) as out:
        out.write(b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after"


@pytest.mark.parametrize("scenario", ["", "exterminate"])
def test_of_effects_those_are_known_that_the_game_can_have(positions, scenario):
    """An effect that a ruleset has in a scenario alone is not offered elsewhere."""
    name = f"first-scenario-{scenario}" if scenario else "first-start"
    data = to_dict(load_position(str(positions / f"{name}.toml")).position)
    suit = next(iter(data["undrawn"]))
    data["effects"] = {suit: "hatch"}
    with pytest.raises(FormatError, match="unknown effect 'hatch'") as raised:
        from_dict(data)
    assert ("exterminate" in str(raised.value)) == bool(scenario)
    data["effects"] = {suit: "exterminate"}
    if scenario:
        assert from_dict(data).game.effects == {suit: "exterminate"}
    else:
        with pytest.raises(FormatError, match="unknown effect 'exterminate'"):
            from_dict(data)
