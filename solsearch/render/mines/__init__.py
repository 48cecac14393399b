"""Pictures of the tile game: the text board and the SVG board, made from one scene."""

from solsearch.render.mines.svg import svg_board
from solsearch.render.mines.text import text_board

__all__ = ["svg_board", "text_board"]
