"""The house: rooms depend on those above them alone, and only a game's own rooms name the game or its terms."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from solsearch.games.registry import default_ruleset

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "solsearch"
KERNEL = ROOT / "ext" / "solsearch" / "_ext"

# In the order of their dependencies: each uses only those before it.
ROOMS = ["_ext", "games", "search", "formats", "render", "bots", "table", "analysis", "tournament", "learning"]
ROOMS += ["protocol", "play", "cli"]



class Terms(NamedTuple):
    """A game's own rooms, in the package and in the kernel, and what is not said outside them."""

    own: list[str]
    own_kernel: list[str]
    terms: str


GAMES = {
    "last days": Terms(
        [
            "games/laststar/", "formats/laststar/", "render/laststar/", "render/laststar_svg/",
            "_ext/laststar.pyi", "_ext/laststar_effects.pyi", "_ext/laststar_names.pyi",
        ],
        [
            "laststar.pyx", "laststar.pxd", "laststar_rules/",
            "laststar_effects.pyx", "laststar_effects.pxd", "laststar_names.pyx",
        ],
        r"laststar|last_star|last days|sundiver|momentum|foundr|tower|\bflare|mothership|spiral|\bhurl"
        # Words of it that sound as if all games had them: another has no deck of cards, no suits, no effects, no co-op.
        r"|(?<![a-z])(co-?op|suits?(?![a-z])|effects?(?![a-z])|cards?(?![a-z]))|[\"'`]draw ",
    ),
    "mines": Terms(
        ["games/mines/", "formats/mines/", "render/mines/", "_ext/mines.pyi"],
        ["mines.pyx", "mines.pxd", "mines_rules/"],
        r"(?<![a-z])mines(?![a-z])|planet|(?<![a-z])moon|black.?hole|galaxy|(?<![a-z])suns?(?![a-z])|long.orbit",
    ),
}  # fmt: skip
# The registry has a line for each game.
ALLOWED = {
    "games/registry.py": r"solsearch\.games\.(laststar\.registration:LAST_DAYS|mines\.registration:MINES)",
}
# What other programs rely on: the JSON of `suggest` has the key `cards`.
PROMISED = re.compile(r'"cards"')


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py*")) if path.suffix in (".py", ".pyi")]


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def is_own(name: str, own: list[str]) -> bool:
    return any(name == entry or (entry.endswith("/") and name.startswith(entry)) for entry in own)


def said(text: str, name: str, rooms: str) -> list[tuple[str, int, str]]:
    """The lines of a file that use the terms of a game whose own room it is not."""
    found = []
    for game, terms in GAMES.items():
        if not is_own(name, getattr(terms, rooms)):
            lines = enumerate(text.splitlines(), 1)
            found += [(game, number, line.strip()) for number, line in lines if re.search(terms.terms, line, re.I)]
    return found


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_only_a_games_own_rooms_name_it(path):
    name = name_of(path)
    text = path.read_text(encoding="utf-8")
    if name in ALLOWED:
        text = re.sub(ALLOWED[name], "", text)
    if name.startswith("cli/"):
        # Examples in help texts, and options that the design promises, are no knowledge of the game.
        text = re.sub(r'""".*?"""', "", text, flags=re.S)
        text = re.sub(r"trigger[-_ ]flares?|positions/[\w.-]+", "", text)
    assert not said(PROMISED.sub("", text), name, "own")


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.p[yx]*")), ids=lambda path: path.relative_to(KERNEL).as_posix())
def test_only_a_games_own_kernel_files_name_it(path):
    assert not said(path.read_text(encoding="utf-8"), path.relative_to(KERNEL).as_posix(), "own_kernel")


def test_a_term_is_noticed_outside_a_games_own_rooms():
    for text in ("a moon", "two_planets", "suns = 3", "import mines", "the galaxy", "a black hole"):
        assert [game for game, _, _ in said(text, "search/engine.py", "own")] == ["mines"]
        assert [game for game, _, _ in said(text, "games/laststar/game.py", "own")] == ["mines"]
        assert not said(text, "games/mines/game.py", "own")
    for text in ("a card", "effects", "LastStar", "momentum"):
        assert [game for game, _, _ in said(text, "mines.pyx", "own_kernel")] == ["last days"]
    assert not said("determines, sunday, amooned, effective, discard", "search/engine.py", "own")


def test_the_default_ruleset_is_named_once():
    default = re.compile(rf"[\"'`]{default_ruleset()}[\"'`]")
    naming = [name_of(path) for path in modules() if default.search(path.read_text(encoding="utf-8"))]
    assert naming == ["games/laststar/registration.py"]


# What is made in a ruleset: tests leave the name out, or ask for the default.
MADE = re.compile(rf"(new_game|choose_setup|make_game|effects|scenarios|rulesets\(\))[(\[]\"{default_ruleset()}\"")


@pytest.mark.parametrize("folder", ["tests", "bench"])
def test_the_default_ruleset_is_not_spelled_by_those_who_use_it(folder):
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert not [path.relative_to(ROOT).as_posix() for path in paths if MADE.search(path.read_text(encoding="utf-8"))]


def test_the_fixtures_of_all_tests_name_no_game():
    text = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8").replace('"last_days"', "")
    assert not said(text, "tests/conftest.py", "own")


def imported(path: Path) -> set[str]:
    """The rooms of the package that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        found |= {name.split(".")[1] for name in names if name.startswith("solsearch.") and len(name.split(".")) > 1}
    return found


@pytest.mark.parametrize("path", [path for path in modules() if path.parent != PACKAGE], ids=name_of)
def test_rooms_use_only_those_before_them(path):
    room = path.relative_to(PACKAGE).parts[0]
    later = set(ROOMS[ROOMS.index(room) + 1 :])
    assert not imported(path) & later


def test_every_room_is_known():
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"} <= {*ROOMS, "integrations"}
