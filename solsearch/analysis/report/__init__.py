"""A game as one HTML page that stands alone: the board at every step, and the review beside it where there is one.

    frames    the boards, cut into pieces that each stand in the page once
    story     the data of the page: steps, turns, decisions, draws, exercises
    page.js   puts pieces together and shows them; page.css how that looks

Nothing is loaded from anywhere. What comes from outside (names, notes) is data to the script, which sets it as text, or was
escaped in the SVG; a test tries it.
"""

from __future__ import annotations

from solsearch.analysis.report.page import game_page

__all__ = ["game_page"]
