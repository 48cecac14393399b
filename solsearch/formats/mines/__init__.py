"""Positions of the tile game as plain data."""
