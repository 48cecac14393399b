"""What the evaluators of the tile game are made of: the names of what they see, and the weights that come with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from solsearch._ext.mines import COMMON_NAMES, DETAIL_NAMES, FEATURE_NAMES
from solsearch.games.linear_weights import checked_weights
from solsearch.games.weights import Inputs, Weights, weights_from

BY_HAND = "weights.toml"


def inputs() -> Inputs:
    return Inputs(FEATURE_NAMES, DETAIL_NAMES, COMMON_NAMES)


@cache
def weights(ruleset: str) -> Weights:
    """Those of `solsearch learn` if there are any, over the lines of weights.toml."""
    text = files(__package__).joinpath(BY_HAND).read_text(encoding="utf-8")
    linear = Weights({"rivals": checked_weights(tomllib.loads(text), FEATURE_NAMES)})
    learnt = files(__package__).joinpath(f"{ruleset}.weights")
    return weights_from(learnt.read_bytes(), inputs(), linear) if learnt.is_file() else linear
