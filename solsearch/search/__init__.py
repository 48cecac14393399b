"""The search as Python sees it: parameters, the entry point, results."""

from solsearch.search.engine import Engine, search
from solsearch.search.parameters import Limit, Parameters
from solsearch.search.results import Alternative, Answer, Outcome

__all__ = ["Alternative", "Answer", "Engine", "Limit", "Outcome", "Parameters", "search"]
