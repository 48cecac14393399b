"""The commands and their lines in `solsearch --help`, as data, so that help needs no command's module."""

GROUP_HELP = """\
The analysis engine of the Sol board games.

Every command has its own help with an example: solsearch COMMAND --help."""

COMMANDS = {
    "suggest": "Suggest the best turn, and say how sure that is.",
    "analyze": "Explain a position, or review recorded games.",
    "play": "Play at a prompt, against people and bots.",
    "engine": "Answer analysis requests, lines of JSON, for other programs.",
    "new": "Make a start position.",
    "show": "Show the board of a position, or of a turn in a record.",
    "moves": "List the legal steps of a position, or its whole turns.",
    "apply": "Play steps in a position and print the position after them.",
    "convert": "Convert position files, record files and games of others.",
    "verify": "Replay recorded games and check every step.",
    "rules": "Explain the rules, the board, the notation and the files.",
    "bots": "List the bots and their options.",
    "check": "Check that a bot keeps to what every bot must.",
    "tournament": "Let bots play each other, and say which is better.",
    "balance": "Say whether a game is fair, and what a part of it does to it.",
    "games": "List, filter and export the games of a tournament.",
    "learn": "Learn weights by play against itself.",
    "bench": "Run the pinned search and print its speed and signature.",
    "perft": "Count the step sequences and positions that lead from a position.",
    "completion": "Print the script that completes commands in your shell.",
}
