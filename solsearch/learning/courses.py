"""What is played to learn: a course is a kind of game, with how much of the play it gets. A game's registration names its own;
without that all numbers of players get the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from solsearch.games import Game, new_game
from solsearch.games.registry import choose_setup, courses_of, options_of


@dataclass(frozen=True)
class Course:
    """A kind of game."""

    wishes: Mapping[str, Any] = field(default_factory=dict)
    """As `choose_setup` takes them."""
    share: float = 1.0

    def game(self, ruleset: str, seed: int) -> Game:
        """One of the kind: what the wishes leave open is drawn."""
        return new_game(ruleset, **choose_setup(ruleset, self.wishes, seed))


def courses(ruleset: str, wishes: Mapping[str, Any]) -> dict[str, list[Course]]:
    """By the company of a seat, which has weights of its own. Wishes of the user leave one kind of game alone."""
    if wishes:
        course = Course(dict(wishes))
        return {course.game(ruleset, 0).company: [course]}
    told = courses_of(ruleset)
    found = [Course(wish, share) for wish, share in told] if told is not None else list(_all_numbers_of_players(ruleset))
    by_company: dict[str, list[Course]] = {}
    for course in found:
        by_company.setdefault(course.game(ruleset, 0).company, []).append(course)
    return by_company


def _all_numbers_of_players(ruleset: str) -> Iterator[Course]:
    spec = options_of(ruleset).get("players")
    for players in range(spec.low if spec else 1, (spec.high if spec else 0) + 1):
        try:
            course = Course({"players": players})
            course.game(ruleset, 0)
        except ValueError:
            continue
        yield course


def drawn(of: list[Course], ruleset: str, random: Random) -> Iterator[tuple[Game, int]]:
    """Games without end, each with a seed for what happens in it; courses come by their shares."""
    while True:
        course = random.choices(of, [each.share for each in of])[0]
        yield course.game(ruleset, random.getrandbits(60)), random.getrandbits(60)


def some(of: list[Course], ruleset: str, count: int, seed: str) -> list[tuple[Game, int]]:
    """So many games, always the same for a seed."""
    return list(islice(drawn(of, ruleset, Random(seed)), count))
