"""The notation of steps: every form both ways on both boards, what input may leave out, and what errors say."""

import pytest

from solsearch.games import IllegalStep, new_game

CANONICAL = [
    "done",
    "launch A3",
    "launch B13",
    "launch A3 from 1",
    "launch A3 from 0",
    "fly A3 B3",
    "fly C13 C1",
    "hurl E2",
    "gate A3 B3 C2",
    "node C4",
    "foundry C4 C5",
    "tower A3 B3 C2",
    "activate C4",
    "bonus",
    "decline",
    "deconstruct C4",
    "deconstruct B3-C2",
    "draw flare",
    "draw trigger",
    "draw reverberation",
    "keep flare",
    "keep expansion",
    "keep none",
    "place gate B3 C2",
    "place node B4",
    "place foundry A13",
    "place tower E5",
]
BOTH_BOARDS = pytest.mark.parametrize("players", [2, 5], ids=["board 1-4", "board 5"])


@pytest.fixture
def board(table):
    """A turn with a choice of nearly everything: seat 0 launches from eye 13 (A13, A1, B13, B1)."""
    cells = {"A3": "1x0", "A4": "1x0", "B3": "1x0", "C2": "1x0", "C4": "node 1, 1x0", "E2": "1x0", "A13": "1x0"}
    return table(cells, {"energy": 5, "hold": 2}, {"guests": "1x0", "eye": 3}, {"reserve": 5}, gates=["B3-C2 0"])


# -- both ways ---------------------------------------------------------------------------------------------------------


@BOTH_BOARDS
@pytest.mark.parametrize("text", CANONICAL)
def test_every_form_is_read_and_written_alike(players, text):
    game = new_game(players=players)
    step = game.parse(text)
    assert step is not None
    assert game.text(step) == text


@BOTH_BOARDS
def test_different_texts_are_different_steps(players):
    game = new_game(players=players)
    assert len({game.parse(text) for text in CANONICAL}) == len(CANONICAL)


@BOTH_BOARDS
def test_every_cell_of_the_board_is_read_and_written(players):
    game = new_game(players=players)
    sizes = (16, 16, 13, 8, 5) if players == 5 else (13, 13, 13, 8, 5)
    cells = [f"{ring}{k}" for ring, size in zip("ABCDE", sizes, strict=True) for k in range(1, size + 1)]
    steps = [game.parse(f"activate {cell}") for cell in cells]
    assert [game.text(step) for step in steps] == [f"activate {cell}" for cell in cells]
    assert len(set(steps)) == len(cells)
    for ring, size in zip("ABCDE", sizes, strict=True):
        assert game.parse(f"activate {ring}{size + 1}") is None
        assert game.parse(f"activate {ring}0") is None


@BOTH_BOARDS
@pytest.mark.parametrize("kind", ["draw", "keep"])
def test_every_suit_is_read_and_written(players, kind):
    game = new_game(players=players)
    for suit in ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation"):
        assert game.text(game.parse(f"{kind} {suit}")) == f"{kind} {suit}"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "fly", "fly A3", "fly A3 B3 C3", "fly A3 B3 now", "launch", "launch F1", "launch A0", "launch A99",
        "launch A", "launch A1 from", "launch A1 from x", "node", "tower A3 B3", "keep", "keep nothing", "draw diamond",
        "place B4", "place gate B4", "place castle B4", "deconstruct", "bonus C4", "done done", "hurl H", "fly A3B3",
        "undo", "⚡", "fly A\uff13 B3", "A3 B3", "fly fly A3 B3",
    ],
)  # fmt: skip
def test_what_is_no_step_is_not_read_as_one(text):
    assert new_game(players=2).parse(text) is None


@pytest.mark.parametrize("step", [-1, 2**30, (63 << 12) | (1 << 18), 2**31 - 1])
def test_numbers_that_are_no_step_have_no_text(step):
    with pytest.raises((ValueError, OverflowError)):
        new_game(players=2).text(step)


# -- forgiving input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("launch A1", "launch A1"),
        ("LAUNCH a1", "launch A1"),
        ("  launch   a1\t", "launch A1"),
        ("l a1", "launch A1"),
        ("lau A1", "launch A1"),
        ("launch b3 from 1", "launch B3 from 1"),
        ("l b3 f 1", "launch B3 from 1"),
        ("fl a3 b3", "fly A3 B3"),
        ("fl a3, b3", "fly A3 B3"),
        ("fo a3 a4", "foundry A3 A4"),
        ("foundry a4 A3", "foundry A4 A3"),
        ("g a3 b3 c3", "gate A3 B3 C3"),
        ("t A3 B3 C2", "tower A3 B3 C2"),
        ("act c4", "activate C4"),
        ("a c4", "activate C4"),
        ("h e2", "hurl E2"),
        ("d", "done"),
        ("DONE", "done"),
    ],
)
def test_case_spaces_and_beginnings_of_words_do_not_matter(board, text, step):
    assert board.text(board.parse(text)) == step


def test_forgiving_input_in_the_opening():
    position = new_game(players=2).start()
    for text, step in {
        "p g b3 c2": "place gate B3 C2", "Place Node b4": "place node B4", "pl fo a1": "place foundry A1",
        "place t a13": "place tower A13",
    }.items():  # fmt: skip
        assert position.text(position.parse(text)) == step


def test_forgiving_input_for_bonus_and_cards(board):
    board.play("a c4")
    assert board.text(board.parse("b")) == "bonus"
    assert board.text(board.parse("dec")) == "decline"
    board.play("B", "dr F")
    assert board.text(board.parse("k f")) == "keep flare"
    assert board.text(board.parse("KEEP n")) == "keep none"


def test_forgiving_input_for_what_is_taken_down(table):
    position = table({"C4": "node 0"}, {"hold": 0}, gates=["B3-C2 0"])
    for text in ("deconstruct B3-C2", "deconstruct b3-c2", "Deconstruct  B3 - C2", "d b3-c2"):
        assert position.text(position.parse(text)) == "deconstruct B3-C2"
    assert position.text(position.parse("dec c4")) == "deconstruct C4"


# -- digits ------------------------------------------------------------------------------------------------------------


def test_a_number_is_never_abbreviated(table):
    """A1 is not the beginning of A13: where A1 is full, `launch A1` means nothing."""
    position = table({"A1": "5x0"}, {"hold": 5})
    assert position.text(position.parse("launch A13")) == "launch A13"
    for text in ("launch A1", "l a1", "launch A", "launch B"):
        with pytest.raises(IllegalStep, match=text):
            position.parse(text)


def test_a_seat_is_never_left_out(table):
    position = table({}, {"hold": 0}, {"guests": "2x0", "eye": 3})
    for text in ("launch A3", "launch A3 from", "launch A3 from 2"):
        with pytest.raises(IllegalStep, match=text):
            position.parse(text)


# -- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["f a3 a4", "F A4 A3"])
def test_ambiguous_input_is_quoted_with_its_readings(board, text):
    """`f` begins fly and foundry."""
    with pytest.raises(IllegalStep) as error:
        board.parse(text)
    message = str(error.value)
    assert repr(text) in message
    assert "ambiguous" in message
    one, other = text.upper().split()[1:]
    assert f"fly {one} {other}" in message
    assert f"foundry {one} {other}" in message


@pytest.mark.parametrize(
    "text", ["jump A3", "fly A3 Z9", "", "   ", "flyy A3 B3", "launch A1 A13", "x" * 500, "'", "\n", "\0"]
)
def test_unknown_input_is_quoted(board, text):
    with pytest.raises(IllegalStep) as error:
        board.parse(text)
    assert repr(text) in str(error.value)
    assert "seat 0" in str(error.value)


def test_a_near_miss_is_told_what_it_may_mean(board):
    with pytest.raises(IllegalStep, match="fly A3 B3"):
        board.parse("flyy A3 B3")


@pytest.mark.parametrize(
    "text", ["fly A3 D1", "hurl A3", "node D5", "launch A7", "bonus", "draw flare", "keep none", "place node A1"]
)
def test_a_step_that_is_not_legal_here_is_quoted(board, text):
    with pytest.raises(IllegalStep, match="not legal") as error:
        board.parse(text)
    assert repr(text) in str(error.value)


def test_play_stops_at_the_first_step_that_is_not_legal(board):
    with pytest.raises(IllegalStep, match="fly A9 A10"):
        board.play("launch A1", "fly A9 A10", "launch A1")
    assert [board.text(step) for step in board.played] == ["launch A1"]


def test_parsing_changes_nothing(board):
    before = board.copy()
    board.parse("launch A1")
    with pytest.raises(IllegalStep):
        board.parse("nonsense")
    assert board == before
    assert board.played == []
