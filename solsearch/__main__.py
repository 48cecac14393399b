"""`python -m solsearch` is the same as `solsearch`."""

from solsearch.start import main

main()
