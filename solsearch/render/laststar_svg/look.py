"""The page of the SVG board and the colours that its parts share."""

from __future__ import annotations

WIDTH, HEIGHT = 1485, 1050  # as a sheet of A4, landscape
INK = "#2B2B2B"
HEART = "#FFC94A"
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
