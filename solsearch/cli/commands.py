"""The commands and their lines in `solsearch --help`, as data, so that help needs no command's module."""

GROUP_HELP = """\
The analysis engine of the Sol board games.

Every command has its own help with an example: solsearch COMMAND --help."""

COMMANDS = {
    "perft": "Count the step sequences and positions that lead from a position.",
}
