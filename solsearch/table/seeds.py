"""Where chance comes from: one master seed, and what follows from it for each purpose.

A bot is told its own seed and sees what is drawn. Neither must lead to the deck: so every purpose has a seed of its own, made
from the master by a keyed hash, which nobody can turn round. What can be done is to try masters: so a master is 128 random bits
unless somebody wants the same game again and gives a number; such a small one can be found.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from solsearch.bots import BotSpec
from solsearch.formats.seeds import MOST_BITS

SMALL = 1 << 80
"""Masters below this could be found by trying them all."""
_BOT_BITS = 62
"""Of a bot's seed: such numbers every generator takes."""


def new_master() -> int:
    """A master that nobody can guess."""
    return secrets.randbits(MOST_BITS - 1) + (1 << MOST_BITS - 1)


def derived(master: int, purpose: str, *numbers: int) -> int:
    """128 bits for one purpose. All purposes and numbers are independent of each other, and none tells of the master."""
    key = hashlib.blake2b(str(master).encode(), digest_size=32, person=b"solsearch master").digest()
    words = "/".join([purpose, *map(str, numbers)])
    return int.from_bytes(hashlib.blake2b(words.encode(), key=key, digest_size=MOST_BITS // 8).digest(), "big")


def deck_seed(master: int) -> int:
    """Of the deck of a game."""
    return derived(master, "deck")


def bot_seed(master: int, seat: int) -> int:
    """For the random choices of the bot in a seat."""
    return derived(master, "bot", seat) >> (MOST_BITS - _BOT_BITS)


def warning(master: int, specs: Iterable[BotSpec | None]) -> str | None:
    """What is to be said of a small master where users' bots play; None if nothing is."""
    if master >= SMALL or not any(spec is not None and spec.is_users for spec in specs):
        return None
    return (
        f"seed {master}: a small seed can be found by trying, and the deck with it; "
        "good for the same games again, but leave it out where bots of others play in earnest"
    )
