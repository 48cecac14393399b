"""The table at which a game is played, by bots or by people: the deck that nobody sees, the referee and the clock."""

from solsearch.table.referee import PlayedGame, Referee, play_game
from solsearch.table.seeds import bot_seed, deck_seed, new_master
from solsearch.table.table import Table

__all__ = ["PlayedGame", "Referee", "Table", "bot_seed", "deck_seed", "new_master", "play_game"]
