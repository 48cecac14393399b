"""Playing at a prompt: who sits at the table, what typed lines mean, and the session itself.

Nothing here knows which game is played, and nothing here prints: the session is given a function to say things with.
"""
