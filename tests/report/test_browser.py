"""The page of a game in a real browser: Debian's Chromium, driven by playwright. Without them the tests are skipped, unless
SOLSEARCH_BROWSER says that they must be there."""

import dataclasses
import json
import os
import re
import shutil

import pytest

from solsearch.analysis.report import game_page
from solsearch.analysis.review import Settings
from solsearch.analysis.reviewing import review_record
from solsearch.analysis.values import fingerprint
from solsearch.formats.record_files import load_records
from solsearch.tournament.play import play_index
from solsearch.tournament.schedule import Plan

MEAN = "<img src=x onerror='window.owned=1'></script><script>window.owned=1</script>"
"""A name that would be markup, were it not text."""


@pytest.fixture(scope="module")
def browser():
    must = os.environ.get("SOLSEARCH_BROWSER") == "required"
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if chromium is None or sync_playwright is None:
        assert not must, "SOLSEARCH_BROWSER=required, and there is no chromium or no playwright"
        pytest.skip("no chromium or no playwright")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


def short(record, steps):
    """The first steps of a game: enough to look at."""
    return dataclasses.replace(record, steps=record.steps[:steps], times=(), result=None, deck=None)


@pytest.fixture(scope="module")
def reviewed(positions):
    record = short(load_records(str(positions / "recorded-game.msgpack"))[0], 50)
    record = dataclasses.replace(record, names=("Ann", MEAN[:60]), notes=MEAN)
    review = review_record(record, Settings(visits=2, seed=0, weights=fingerprint(record.game(), None)))
    assert review.complete
    return record, review


@pytest.fixture(scope="module")
def page_file(reviewed, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(game_page(*reviewed), encoding="utf-8")
    return path


class Tab:
    """An opened page, with all that it said and asked for."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.said, self.asked = [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready=yes]")

    @property
    def step(self):
        return int(self.page.input_value("#bar"))

    def board(self):
        return self.page.inner_html("#board")


@pytest.fixture
def tab(browser, page_file):
    opened = Tab(browser, page_file)
    yield opened
    assert opened.said == []
    assert opened.page.evaluate("window.owned") is None
    opened.context.close()


def test_it_needs_nothing_but_itself(tab, page_file):
    assert tab.asked == [page_file.as_uri()]


def test_the_keys_and_the_buttons_lead_through_the_game(tab):
    boards = {tab.board()}
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 50), ("Home", 0), ("PageDown", 1)):
        tab.page.keyboard.press(key)
        assert tab.step == step
        boards.add(tab.board())
    assert len(boards) >= 4
    for button, step in (
        ("#last", 50),
        ("#back", 49),
        ("#on", 50),
        ("#first", 0),
        ("#turn-on", 1),
        ("#turn-on", 2),
        ("#turn-back", 1),
    ):
        tab.page.click(button)
        assert tab.step == step
    assert tab.page.is_enabled("#back")
    tab.page.click("#first")
    assert not tab.page.is_enabled("#back")


def test_the_flights_of_a_turn_are_drawn(tab, reviewed):
    record, _ = reviewed
    step = next(number for number, text in enumerate(record.steps, 1) if text.startswith("fly "))
    tab.page.locator("#bar").fill(str(step))
    assert tab.step == step
    assert tab.page.locator("#board .flight").count() >= 1


def test_a_chart_leads_to_its_turn(tab):
    chart = tab.page.locator("#course svg.chart")
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 0.7, "y": box["height"] * 0.4})
    there = tab.step
    assert 25 < there < 45
    assert tab.page.inner_text("#step").startswith("turn ")
    tab.page.click("#chart-win")
    labels = chart.locator("text").all_text_contents()
    assert "50 %" in [label.strip() for label in labels] or "60 %" in [label.strip() for label in labels]


def test_the_axes_have_numbers_and_all_players_one_scale(tab):
    for chart in tab.page.locator("svg.chart").all():
        assert len([text for text in chart.locator("text").all_text_contents() if re.search(r"\d", text)]) >= 4
    scales = [chart.locator("text").all_text_contents() for chart in tab.page.locator("#luck svg.chart").all()]
    assert len(scales) == 2 and scales[0] == scales[1]


def test_an_answer_is_hidden_until_one_has_tried(tab):
    exercise = tab.page.locator(".exercise").first
    answers = exercise.locator(".answers button")
    assert answers.count() >= 2
    assert not any("%" in text for text in answers.all_text_contents())
    secret = tab.page.locator("#decisions tbody tr", has_text="an exercise").count()
    assert secret == tab.page.locator(".exercise").count()
    answers.first.click()
    assert all("%" in text for text in exercise.locator(".answers button").all_text_contents())
    assert exercise.locator(".right").count() >= 1
    assert tab.page.locator("#board.planned").count() == 1
    assert tab.page.locator("#decisions tbody tr", has_text="an exercise").count() == secret - 1


def test_a_row_leads_to_its_decision(tab, reviewed):
    _, review = reviewed
    tab.page.locator("#decisions tbody tr").nth(3).click()
    assert tab.step == review.decisions[3].at + review.decisions[3].count
    assert tab.page.locator("#decisions tr.now").count() == 1


def test_names_are_text_whatever_they_look_like(tab):
    assert MEAN[:60] in tab.page.inner_text("#seats")
    assert MEAN in tab.page.inner_text("#below")
    assert tab.page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_it_fits_every_screen(browser, page_file, scheme, size):
    tab = Tab(browser, page_file, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    assert tab.said == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    colour = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    bright = sum(map(int, re.findall(r"\d+", colour)[:3])) / 3
    assert (bright < 60) == (scheme == "dark")
    assert tab.page.locator("#beside svg").count() == (1 if size[0] < 800 else 0)
    tab.context.close()


@pytest.mark.parametrize(("ruleset", "players"), [("mines", 2), (None, 3)])
def test_a_game_without_a_review_can_be_looked_at_too(browser, tmp_path, ruleset, players):
    more = {} if ruleset is None else {"rulesets": (ruleset,)}
    outcome = play_index(Plan(("random", "greedy"), 2, players=players, seed=1, **more), 0)
    from solsearch.formats.record_files import record_of

    path = tmp_path / "game.html"
    path.write_text(game_page(short(record_of(outcome.record), 40)), encoding="utf-8")
    tab = Tab(browser, path)
    first = tab.board()
    tab.page.keyboard.press("End")
    assert tab.board() != first
    assert tab.page.locator("#course, #exercises, #decisions").count() == 0
    assert tab.said == []
    tab.context.close()


# -- without a browser ---------------------------------------------------------------------------------------------------


def story_in(page):
    return json.loads(re.search(r'<script type="application/json" id="story">(.*?)</script>', page, re.S)[1])


def test_the_page_asks_for_nothing(reviewed):
    page = game_page(*reviewed)
    assert "http" not in re.sub(r'xmlns=\\?"http://www.w3.org/2000/svg\\?"|"http://www.w3.org/2000/svg"', "", page)
    assert page.count("</script>") == 2
