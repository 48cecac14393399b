"""The keys of a position file of the tile game, in their canonical order."""

from __future__ import annotations

TOP_KEYS = ("ruleset", "players", "turn", "opening_rule", "tileset", "stations", "played", "seat")
SEAT_KEYS = ("name", "tiles", "holes")
OF_A_SEAT = dict.fromkeys(SEAT_KEYS, "in a [[seat]]")
"""Where keys belong that are in the wrong table."""
OF_THE_TOP = {key: "at the top" for key in TOP_KEYS if key != "seat"}
