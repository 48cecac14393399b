"""`python -m solsearch` is the same as `solsearch`."""

from solsearch.cli import main

main()
