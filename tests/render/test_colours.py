"""The colours of the seats: those they are named after, and apart for everybody."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import new_game
from solsearch.render import svg_board, text_board
from solsearch.render.colours import SHADES, liveries

# What those see who lack a kind of cone, in linear RGB: Machado, Oliveira and Fernandes, 2009, severity 1.
SIGHTS = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
APART = 22
"""Least distance in CIELAB; from 10 on two colours are told apart at a glance."""
FIVE = ["purple", "green", "blue", "black", "red"]
HUES = {"red": (20, 45), "orange": (50, 70), "brown": (45, 82), "yellow": (85, 105), "green": (130, 160), "blue": (255, 302),
        "purple": (303, 328), "pink": (335, 365)}  # fmt: skip


def linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    """CIELAB of linear RGB, for daylight (D65)."""
    matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    x = np.array(matrix) @ light / [0.95047, 1, 1.08883]
    f = np.where(x > (6 / 29) ** 3, np.cbrt(x), x / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def seen(rgb: np.ndarray, sight: str) -> np.ndarray:
    return lab(np.clip(np.array(SIGHTS[sight]) @ linear(rgb), 0, 1))


def of_hex(text: str) -> np.ndarray:
    return np.array([int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def of_palette(number: int) -> np.ndarray:
    """A colour of the 256 of a terminal."""
    if number >= 232:
        return np.full(3, (8 + 10 * (number - 232)) / 255)
    number -= 16
    levels = [0, 95, 135, 175, 215, 255]
    return np.array([levels[number // 36], levels[number // 6 % 6], levels[number % 6]]) / 255


def on_terminal(name: str) -> tuple[np.ndarray, int | None]:
    """A shade's colour, and its ground if it has one."""
    found = re.fullmatch(r"38;5;(\d+)(?:;48;5;(\d+))?", SHADES[name].ansi)
    assert found
    return of_palette(int(found[1])), int(found[2]) if found[2] else None


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    """As WCAG has it, 1 to 21."""
    dark, light = sorted(float(np.array([0.2126, 0.7152, 0.0722]) @ linear(rgb)) for rgb in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_shades_are_apart_in_drawings(sight: str) -> None:
    colours = {name: seen(of_hex(shade.hex), sight) for name, shade in SHADES.items()}
    near = [pair for pair in combinations(colours, 2) if np.linalg.norm(colours[pair[0]] - colours[pair[1]]) < APART]
    assert not near


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_shades_are_apart_on_a_terminal(sight: str) -> None:
    """By the colour, or by the ground that one of them has."""
    near = []
    for one, other in combinations(SHADES, 2):
        (ink, ground), (other_ink, other_ground) = on_terminal(one), on_terminal(other)
        if ground == other_ground and np.linalg.norm(seen(ink, sight) - seen(other_ink, sight)) < APART:
            near.append((one, other))
    assert not near


@pytest.mark.parametrize("name", SHADES)
def test_a_shade_is_what_it_is_called(name: str) -> None:
    for rgb in (of_hex(SHADES[name].hex), on_terminal(name)[0]):
        light, a, b = lab(linear(rgb))
        strength, hue = np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360
        if name in HUES:
            low, high = HUES[name]
            assert low <= (hue - low) % 360 + low <= high
            assert strength > 20
        else:
            assert strength < 5
            assert light < 10 if name == "black" else light > 95 if name == "white" else 40 < light < 65


@pytest.mark.parametrize("name", SHADES)
def test_what_stands_on_a_shade_and_a_shade_on_a_terminal_can_be_read(name: str) -> None:
    shade = SHADES[name]
    assert contrast(of_hex(shade.hex), of_hex(shade.ink)) >= 4.5
    ink, ground = on_terminal(name)
    grounds = [np.zeros(3), np.ones(3)] if ground is None else [of_palette(ground)]
    assert all(contrast(ink, each) >= 2.5 for each in grounds)


# -- who wears what --------------------------------------------------------------------------------------------------------


def worn(names: list[str], seats: int) -> list[str]:
    by_shade = {shade: name for name, shade in SHADES.items()}
    return [by_shade[livery.shade] for livery in liveries(names, seats)]


def test_a_seat_named_after_a_colour_has_it() -> None:
    assert worn(["black", "purple", "blue"], 3) == ["black", "purple", "blue"]
    assert worn([" Green ", "GRAY"], 2) == ["green", "grey"]
    for name in SHADES:
        assert worn(["Ann", name], 2)[1] == name


def test_the_others_get_what_is_left() -> None:
    assert worn([], 5) == FIVE
    assert worn(["Ann", "purple"], 3) == ["green", "purple", "blue"]
    assert worn(["purple", "purple", "Bob"], 3) == ["purple", "green", "blue"]
    assert worn(["red", "", "purple", "", ""], 5) == ["red", "green", "purple", "black", "blue"]


@pytest.mark.parametrize("names", [FIVE, ["red", "black", "white", "yellow", "brown"], ["orange", "pink", "grey", *FIVE[:2]]])
def test_drawings_have_the_colours_of_the_names(names: list[str]) -> None:
    data = to_dict(new_game(players=5, longer=True).start())
    data["board"] = {f"A{3 * seat + 1}": f"1x{seat}" for seat in range(5)}
    for row in data["seat"]:
        row["hold"] -= 1
    position = from_dict(data)
    root = ET.fromstring(svg_board(position, names=names).encode())
    text = text_board(position, names=names, color=True)
    for seat, name in enumerate(names):
        for kind in ("sundivers", "mothership", "momentum"):
            (drawn,) = [e for e in root.iter() if e.get("class") == f"{kind} seat-{seat}"]
            fills = {e.get("fill") for e in drawn.iter()}
            assert SHADES[name].hex in fills
            assert not fills & {shade.hex for other, shade in SHADES.items() if other not in (name, "white")}
        for code, drawn in (("", f"1x{seat}"), ("1;", f"{seat} {name}"), ("1;", f"({seat}>")):
            # On a ground of its own it has no space behind it: that would be seen.
            spaces = "" if ";48;" in SHADES[name].ansi else " *"
            assert re.search(rf"\x1b\[{code}{SHADES[name].ansi}m{re.escape(drawn)}{spaces}\x1b\[0m", text)
