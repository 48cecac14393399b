"""What the tile game says about itself to players: the texts in this folder. The first line of a text is its title."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from solsearch.games.base import Topic

GROUP = "mines"
_ORDER = ("mines", "tiles", "placing", "control", "winning", "notation", "files")


@cache
def topics() -> list[Topic]:
    """All of them, in the order in which they are listed."""
    texts = {name: files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in _ORDER}
    return [Topic(name, GROUP, text.partition("\n")[0], text) for name, text in texts.items()]
