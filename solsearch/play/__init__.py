"""Playing at a prompt: the table with its referee, who sits at it, what typed lines mean, and the session itself.

Nothing here knows which game is played, and nothing here prints: the session is given a function to say things with.
"""
