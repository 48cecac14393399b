"""What the evaluators of Last Days are made of: the names of what they see, and the weights that come with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from solsearch._ext.laststar_names import COMMON_NAMES, DETAIL_NAMES, FEATURE_NAMES
from solsearch.games.laststar.data import ancestors
from solsearch.games.linear_weights import checked_weights
from solsearch.games.weights import COMPANIES, Inputs, Weights, weights_from

RELEASED = "weights-0.1.toml"


def released_weights() -> str:
    """The file of version 0.1."""
    return str(files(__package__).joinpath(RELEASED))


def inputs() -> Inputs:
    return Inputs(FEATURE_NAMES, DETAIL_NAMES, COMMON_NAMES)


@cache
def weights(ruleset: str) -> Weights:
    """Those of `solsearch learn`, over those of version 0.1, which are lines alone. What a ruleset has no weights of its own
    for is played by those of the one that it is based on."""
    text = files(__package__).joinpath(RELEASED).read_text(encoding="utf-8")
    found = Weights(dict.fromkeys(COMPANIES, checked_weights(tomllib.loads(text), FEATURE_NAMES)))
    for name in reversed(ancestors(ruleset)):
        learnt = files(__package__).joinpath(f"{name}.weights")
        if learnt.is_file():
            found = weights_from(learnt.read_bytes(), inputs(), found)
    return found
