"""Sol: Last Days of a Star in the registry: its rulesets, its options, and where the rest of it is."""

from __future__ import annotations

from solsearch.games.registration import Kind, Level, Option, Registration, Released

OPTIONS = (
    Option(
        "players",
        Kind.NUMBER,
        "Number of players.",
        default="2; of a scenario 1",
        in_tournament="Seats. [default: 2; of a scenario alone 1]",
        low=1,
        high=5,
    ),
    Option("longer", Kind.FLAG, "The longer game.", is_key=True),
    Option("quickstart", Kind.FLAG, "A gate and a station each at the start.", is_key=True),
    Option(
        "effects",
        Kind.NAMES_BY_NAME,
        "random, none, names in order, or suit=name pairs.",
        default="random; of a scenario its own",
        in_tournament="random, none, names in order, or suit=name pairs. [default: random]",
        metavar="WHICH",
    ),
    Option(
        "colors",
        Kind.NAMES,
        "Draw effects of these colours only, as in blue,green.",
        in_tournament="Draw effects of these colours only.",
        metavar="COLORS",
        is_wish=True,
    ),
    Option("suits", Kind.NAMES),
    Option(
        "coop",
        Kind.FLAG,
        "All win or lose together.",
        in_tournament="All win or lose together: each bot has all seats.",
        is_key=True,
        makes_together=True,
    ),
    Option(
        "scenario",
        Kind.TEXT,
        "A scenario, for one player or with --coop.",
        metavar="NAME",
        is_key=True,
        makes_together=True,
    ),
    Option("target", Kind.NUMBER, "The score that wins alone or together; 0: none.", metavar="N", high=1000, is_key=True),
    Option("trigger_event", Kind.TEXT, "The event that trigger flares bring.", metavar="NAME", is_key=True),
    Option("trigger_flares", Kind.NUMBER, "How many of them are in the deck.", metavar="N", is_key=True),
)

LEVELS = {
    1: Level(visits=1, overlooks=0.57, haste=1.0),
    2: Level(visits=1, overlooks=0.52, haste=1.0),
    3: Level(visits=1, overlooks=0.47, haste=1.0),
    4: Level(visits=1, overlooks=0.35, haste=1.0),
    5: Level(visits=1, overlooks=0.21, haste=1.0),
    6: Level(visits=1, overlooks=0.1, haste=1.0),
    7: Level(visits=1, haste=1.0),
    8: Level(visits=100, haste=0.4),
    9: Level(visits=200),
    10: Level(visits=1000),
}
"""Spaced by bench/levels.py --space."""

# The search of version 0.1, in full: it stays as it was whatever the defaults become.
SEARCH_0_1 = {
    "exploration": 1.0,
    "temperature": 0.005,
    "contrast": 0.0,
    "sight": 0.0,
    "doubt": 0.05,
    "first_edges": 6,
    "beam": 10,
    "candidates": 16,
    "root_beam": 400,
    "root_candidates": 256,
    "tries": 1000,
    "horizon": 8,
    "net_horizon": 8,
    "playout_beam": 1,
    "lines": 0,
    "branches": 3,
    "first_branches": 24,
    "common_draws": 0,
    "score_weight": 0.004,
    "playout_share": 1.0,
}

# Alone and together every turn draws a card, so playouts come to the end of the game soon, and say who won. They are played by
# turns as the policy means them: along its best single steps it scores next to nothing.
WITHOUT_RIVALS = {"horizon": 60, "net_horizon": 0, "playout_beam": 16, "beam": 16, "contrast": 8.0, "score_weight": 0.03}

# Against rivals a net says what positions are worth, and tells turns from each other better than the policy does.
AGAINST_RIVALS = {"sight": 30.0, "playout_share": 0.5}

# A net learnt step by step ranks the steps of turns itself: with it a narrow beam at 2.5 times the visits won 67 % of 12 games
# against a wide one. Playouts would go along the policy beside it, a line that may be a first guess.
BY_STEPS = {
    "sight": 0.0, "playout_share": 0.0, "net_horizon": 0, "temperature": 0.01,
    "beam": 4, "candidates": 8, "root_beam": 64, "root_candidates": 64,
}  # fmt: skip

LAST_DAYS = Registration(
    # The first one is the default of the whole package.
    rulesets=("second", "first", "draft", "prototype"),
    make="solsearch.games.laststar.game:LastStar",
    options=OPTIONS,
    choose_setup="solsearch.games.laststar.setup:choose_setup",
    usual_players="solsearch.games.laststar.setup:usual_players",
    define_ruleset="solsearch.games.laststar.data:define_ruleset",
    read_position="solsearch.formats.laststar.reading:position",
    write_position="solsearch.formats.laststar.writing:data",
    foreign=("solsearch.formats.laststar.boardtogether.records:read",),
    text_board="solsearch.render.laststar:text_board",
    svg_board="solsearch.render.laststar_svg:svg_board",
    topics="solsearch.games.laststar.topics:topics",
    features="solsearch.games.laststar.insight:features",
    feature_kinds={"effect": "an effect"},
    drawn_features="solsearch.games.laststar.insight:drawn_features",
    contrast="solsearch.games.laststar.setup:contrast",
    inputs="solsearch.games.laststar.evaluation:inputs",
    weights="solsearch.games.laststar.evaluation:weights",
    courses="solsearch.games.laststar.courses:courses",
    policy_form="solsearch.games.laststar.policy_form:form",
    search={
        "rivals": AGAINST_RIVALS,
        "alone": WITHOUT_RIVALS,
        "together": WITHOUT_RIVALS,
        # Its policy hurls and hardly builds: there the search must look at more than it likes, and by the net's word.
        "alone sunworm": {"contrast": 1.0, "sight": 20.0},
        "alone cosmic-unity": {"sight": 10.0},
        # Some hundred playouts differ more by luck than turns do, and what pays there is built for many turns to come.
        "alone solar-whirlpool": {"lines": 20},
    },
    search_by_steps={"rivals": BY_STEPS, "alone": BY_STEPS, "together": BY_STEPS},
    released={"0.1": Released("solsearch.games.laststar.evaluation:released_weights", SEARCH_0_1)},
    levels=LEVELS,
)
