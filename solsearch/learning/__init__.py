"""Learning by play against itself: `solsearch learn`. For every game of the contract that brings features."""
