"""What a teacher knows of a position and of a game that was played: what turns are worth, what decisions cost, what luck did.

Nothing here knows which game it is, and nothing here prints. Sentences about a game's own things come from the game.
"""
