"""The house: rooms depend on those above them alone, and only a game's own rooms name the game or its terms."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "solsearch"
KERNEL = ROOT / "ext" / "solsearch" / "_ext"

# In the order of their dependencies: each uses only those before it.
ROOMS = ["_ext", "games", "formats", "render", "search", "bots", "analysis", "tournament", "protocol", "play", "cli"]

OWN = ["games/laststar/", "formats/laststar.py", "render/laststar.py", "render/laststar_svg.py", "_ext/laststar.pyi"]
OWN_KERNEL = ["laststar.pyx", "laststar.pxd", "laststar_rules/"]

TERMS = re.compile(
    r"laststar|last_star|last days|sundiver|momentum|foundr|tower|\bflare|mothership|spiral|\bhurl|\bmines\b|planet|\bmoon",
    re.I,
)
# A table from rulesets to modules has to name them.
ALLOWED = {
    "games/registry.py": r"solsearch\.games\.laststar",
    "formats/position.py": r"solsearch\.formats\.laststar",
    "render/__init__.py": r"solsearch\.render\.laststar(_svg)?",
}


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py*")) if path.suffix in (".py", ".pyi")]


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def is_own(name: str, own: list[str]) -> bool:
    return any(name == entry or (entry.endswith("/") and name.startswith(entry)) for entry in own)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_only_a_games_own_rooms_name_it(path):
    name = name_of(path)
    if is_own(name, OWN):
        return
    text = path.read_text(encoding="utf-8")
    if name in ALLOWED:
        text = re.sub(ALLOWED[name], "", text)
    if name.startswith("cli/"):
        # Examples in help texts, and options that the design promises, are no knowledge of the game.
        text = re.sub(r'""".*?"""', "", text, flags=re.S)
        text = re.sub(r"trigger[-_ ]flares?|positions/[\w.-]+", "", text)
    found = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if TERMS.search(line)]
    assert not found


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.p[yx]*")), ids=lambda path: path.relative_to(KERNEL).as_posix())
def test_only_a_games_own_kernel_files_name_it(path):
    name = path.relative_to(KERNEL).as_posix()
    if not is_own(name, OWN_KERNEL):
        found = [line for line in path.read_text(encoding="utf-8").splitlines() if TERMS.search(line)]
        assert not found


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
