"""Sol by David Mines in the registry: its ruleset, its options, and where the rest of it is."""

from __future__ import annotations

from solsearch.games.registration import Kind, Option, Registration

OPTIONS = (
    Option("players", Kind.NUMBER, "Number of players.", low=2, high=2),
    Option("stations", Kind.NAMES),
    Option("tiles", Kind.TEXT, "A file of tiles and galaxy in place of the usual ones.", metavar="FILE"),
    Option("opening_rule", Kind.FLAG),
)

MINES = Registration(
    rulesets=("mines",),
    make="solsearch.games.mines.game:Mines",
    options=OPTIONS,
    choose_setup="solsearch.games.mines.setup:choose_setup",
    read_position="solsearch.formats.mines.reading:position",
    write_position="solsearch.formats.mines.writing:data",
    text_board="solsearch.render.mines:text_board",
    topics="solsearch.games.mines.topics:topics",
    # A turn is a tile among hundreds and then a hole among hundreds, which is seldom worth it: a narrow beam, and playouts that
    # compare a few tiles and the pass with a few holes.
    search={"rivals": {"beam": 2, "candidates": 16, "root_beam": 8, "root_candidates": 64, "tries": 12, "horizon": 8}},
    inputs="solsearch.games.mines.evaluation:inputs",
    weights="solsearch.games.mines.evaluation:weights",
    svg_board="solsearch.render.mines:svg_board",
)
