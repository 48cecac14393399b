"""Bots: programs that play. A spec string names one with its options: `mcts:visits=2000`."""

from solsearch.bots.base import Bot
from solsearch.bots.spec import BotError, BotSpec, bot_list, parse_spec

__all__ = ["Bot", "BotError", "BotSpec", "bot_list", "parse_spec"]
