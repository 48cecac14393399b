"""A game from elsewhere: the rules of Last Days under another name, with an option of its own and the least registration."""

from solsearch.games import new_game
from solsearch.games.laststar.game import LastStar
from solsearch.games.registration import PLAYERS, Kind, Option, Registration
from solsearch.games.registry import default_ruleset


class Toy(LastStar):
    def __init__(self, ruleset, players=None, blocks=3, tidy=False):
        super().__init__(default_ruleset(), players=players)
        self.ruleset = ruleset
        self.blocks = blocks
        self.tidy = tidy

    def options(self):
        return {"players": self.players, "blocks": self.blocks, "tidy": self.tidy}

    def __reduce__(self):
        return (new_game, (self.ruleset,), self.options())


TOY = Registration(
    rulesets=("toy", "tin-toy"),
    make=Toy,
    options=(
        PLAYERS,
        Option("blocks", Kind.NUMBER, "How many blocks there are.", metavar="N", default="3", low=1, high=9, is_key=True),
        Option("tidy", Kind.FLAG, "Put them away.", rulesets=("toy",)),
    ),
)
