#!/usr/bin/env python3
"""A bot without any package of solsearch: play it with `solsearch play --seats "human,cmd:docs/examples/careful_bot.py"`.

It reads a line of JSON for each message and answers with one. Its taste is simple: build where it can, activate what it has,
move otherwise; among equals it chooses at random, by the seed it was given.
"""

import json
import random
import sys

TASTE = ["activate", "tower", "foundry", "node", "gate", "bonus", "place", "hurl", "fly", "launch"]


def rank(step):
    word = step.split()[0]
    return TASTE.index(word) if word in TASTE else len(TASTE)


def choose(legal, rng):
    best = min(rank(step) for step in legal)
    return rng.choice([step for step in legal if rank(step) == best])


def say(message):
    print(json.dumps(message), flush=True)  # without flush the other side waits for ever


def main():
    rng = random.Random()
    for line in sys.stdin:
        try:
            message = json.loads(line)
            kind = message["type"]
        except (ValueError, KeyError, TypeError):
            continue  # not for us
        if kind == "start":
            rng = random.Random(message["seed"])
            say({"ready": True, "name": "careful", "deterministic": True})
        elif kind == "choose":
            say({"id": message["id"], "step": choose(message["legal"], rng)})


if __name__ == "__main__":
    main()
