"""The page in a real browser: games played through clicks and by keyboard, a run followed, sliders moved.

Debian's chromium is driven by Playwright. Pictures of every page are left in build/screenshots.
"""

import json
import os
import platform
import re
import shutil
from pathlib import Path

import pytest
from web.served import STARTER, write_run

from plyometric.web.shelf import Shelf

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed: make browser installs it")
playwright = pytest.importorskip("playwright.sync_api")

SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PATIENCE = 90_000
"""Milliseconds for what may be compiled first."""

CALLS_NOBODY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
)
"""A browser that asks nothing of the world: where no network answers, such calls would hold it up."""

SIZES = {"wide": (1400, 900, "light"), "phone": (390, 844, "dark")}
PAGES = {
    "home": "/",
    "checkers": "/play?game=checkers",
    "noughts": "/play?game=noughts.py",
    "runs": "/runs",
    "run": "/run?name=one",
    "compare": "/compare?a=one&b=two",
    "dilemma": "/dilemma",
    "tree": "/tree",
    "trouble": "/nowhere",
}


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        playwright.expect.set_options(timeout=PATIENCE)
        found = driver.chromium.launch(executable_path=CHROMIUM, args=CALLS_NOBODY, timeout=PATIENCE)
        yield found
        found.close()


@pytest.fixture
def page(browser):
    """A page in which every fault of the script, and whatever the policy forbids, is noted."""
    opened = browser.new_page(viewport={"width": 1400, "height": 900})
    opened.set_default_timeout(PATIENCE)
    faults = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: message.type == "error" and faults.append(message.text))
    yield opened
    opened.close()
    assert [fault for fault in faults if "400 (Bad Request)" not in fault] == []


def open_game(page, site, game, player, **options):
    page.goto(f"{site.address}/play?game={game}")
    page.wait_for_selector("#status:has-text('to move')")
    page.fill("#player1", player)
    page.press("#player1", "Tab")


def plies(page):
    return page.locator("#moves li").count() - 1


def play_until_over(page, make_a_move, most=150):
    """Make moves until the game is over, each when the machine has answered the one before."""
    for _ in range(most):
        before = plies(page)
        make_a_move()
        page.locator(f"#moves li:nth-child({before + 2})").wait_for()
        playwright.expect(page.locator("#status")).to_have_text(re.compile(r"First to move|has won|drawn"))
        if "to move" not in page.inner_text("#status"):
            return plies(page)
    raise AssertionError("the game has no end")


def click_a_move(page):
    page.locator(".places button.source").first.click()
    page.locator(".places button.target").first.click()


def test_a_whole_game_of_checkers_through_clicks(page, site):
    open_game(page, site, "checkers", "depth=4,evaluation=material")
    assert play_until_over(page, lambda: click_a_move(page)) > 20
    page.screenshot(path=SHOTS / "checkers-over.png")


def test_a_whole_game_of_fives_by_keyboard(page, site):
    """Only keys: the arrows walk over the board, Enter puts a stone."""
    open_game(page, site, "fives", "depth=2,breadth=5")
    page.locator(".places button[tabindex='0']").focus()
    way = iter("RRDRRDDRLDRRUULLDDDDRRUURRDDLLLLUU" * 20)

    def put_a_stone():
        keys = {"R": "ArrowRight", "D": "ArrowDown", "L": "ArrowLeft", "U": "ArrowUp"}
        while True:
            page.keyboard.press(keys[next(way)])
            here = page.locator(":focus")
            if here.get_attribute("aria-disabled") == "false":
                page.keyboard.press("Enter")
                return

    assert play_until_over(page, put_a_stone) >= 9


def test_a_whole_game_of_a_file_of_ones_own(page, site):
    open_game(page, site, "noughts.py", "depth=9,plain=on")
    assert 5 <= play_until_over(page, lambda: page.locator("#others button").last.click()) <= 9


def test_a_move_is_dragged_taken_back_and_made_by_the_other_side(page, site):
    open_game(page, site, "checkers", "depth=2,evaluation=material")
    page.drag_and_drop("[data-place='2,5']", "[data-place='3,4']")
    page.locator("#moves li:nth-child(3)").wait_for()
    page.click("#undo")
    playwright.expect(page.locator("#moves li")).to_have_count(1)
    page.fill("#player0", "depth=2,evaluation=material")
    page.select_option("#who1", "you")
    page.select_option("#who0", "machine")
    page.locator("#moves li:nth-child(2)").wait_for()
    playwright.expect(page.locator("#status")).to_contain_text("Second to move")


def test_a_wide_drawing_of_text_is_seen_whole_on_a_phone(browser, site):
    wide = STARTER.read_text().replace('return "\\n".join(', 'return \'=\' * 29 + "\\n" + "\\n".join(')
    (site.folder / "wide.py").write_text(wide)
    site.office.shelf = Shelf(site.folder)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(PATIENCE)
    open_game(page, site, "wide.py", "depth=1")
    assert len(page.inner_text("#drawn").splitlines()[0]) == 29
    hidden = page.evaluate("drawn.scrollWidth - drawn.clientWidth")
    page.close()
    assert hidden <= 0


def test_a_position_is_typed_in_and_thought_about(page, site):
    open_game(page, site, "checkers", "depth=9,evaluation=material")
    page.fill("#position", "B:W18,26,32:B1,15")
    page.press("#position", "Enter")
    page.locator("[data-place='3,4'].source").wait_for()
    page.click("#hint")
    playwright.expect(page.locator("#status")).to_contain_text("Hint: 15x31")
    assert page.inner_text("#line").startswith("15x31")
    page.fill("#position", "nonsense <script>")
    page.press("#position", "Enter")
    playwright.expect(page.locator("#problem")).to_contain_text("the side to move is B or W")


def test_a_game_is_saved_and_loaded(page, site, tmp_path):
    open_game(page, site, "noughts.py", "depth=1")
    page.select_option("#who1", "you")
    for cell in "519":
        page.locator(f"#others button:text-is('{cell}')").click()
        page.locator(f"#moves button:text-is('{cell}')").wait_for()
    with page.expect_download() as saved:
        page.click("#save")
    saved.value.save_as(tmp_path / "game.pdn")
    page.click("#new")
    playwright.expect(page.locator("#moves li")).to_have_count(1)
    page.set_input_files("#load", tmp_path / "game.pdn")
    playwright.expect(page.locator("#moves li")).to_have_count(4)


def test_an_answer_that_was_overtaken_is_not_shown(page, site):
    """The look at the board before the move comes after that at the board behind it."""
    open_game(page, site, "noughts.py", "depth=1")
    held = []
    page.route("**/look", lambda route: route.continue_() if held else held.append(route))
    page.select_option("#who1", "you")
    page.locator("#others button:text-is('5')").click()
    page.locator("#moves button:text-is('5')").wait_for()
    with page.expect_response("**/look"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert page.locator("#moves button:text-is('5')").count() == 1


def test_a_strategy_shows_its_budget(page, site):
    open_game(page, site, "checkers", "depth=4,strategy=depth4")
    click_a_move(page)
    page.locator("#moves li:nth-child(3)").wait_for()
    assert page.locator("#strip button:not(.left)").count() == 1
    playwright.expect(page.locator("#decision")).to_contain_text("of such positions may gain")
    page.screenshot(path=SHOTS / "budget.png", full_page=True)


def test_a_run_of_another_process_is_followed_to_its_end(page, site):
    folder = site.folder / "runs" / "under-way"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"name": "satisficing", "scale": "quick", "seed": 3}))
    (folder / "run.lock").write_text(f"process {os.getpid()} on {platform.node()} since now\n")
    (folder / "progress.json").write_text(json.dumps({"expected": {"games": 2}}))
    page.goto(f"{site.address}/run?name=under-way")
    playwright.expect(page.locator("#state")).to_have_text("under way")
    with (folder / "journal.jsonl").open("a") as journal:
        journal.write('{"unit": "games: 0", "result": [7]}\n')
    playwright.expect(page.locator("#labels")).to_contain_text("1 of 2")
    shutil.rmtree(folder)
    write_run(folder, 3, 50.2, "matches")
    playwright.expect(page.locator("main")).to_contain_text("Read the report")
    page.click("text=Read the report")
    playwright.expect(page.locator("h2").first).to_have_text("A study.")


def test_the_sliders_change_the_basin(page, site):
    page.goto(f"{site.address}/dilemma")
    playwright.expect(page.locator("#legend")).to_contain_text("cooperation")
    before = page.inner_text("#legend")
    page.locator("#delta").focus()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    playwright.expect(page.locator("#legend")).not_to_have_text(before)
    page.locator("#map").focus()
    page.keyboard.press("ArrowUp")
    playwright.expect(page.locator("#ends")).to_contain_text("1.55")


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_can_be_used_by_everybody(browser, site, size):
    """Nothing is wider than the screen, and axe finds nothing serious, in light and in dark."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    width, height, scheme = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    found = {}
    for name, path in PAGES.items():
        page.goto(site.address + path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=SHOTS / f"{name}-{size}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        seen = axe.run(page).response["violations"]
        found[name] = [one["id"] for one in seen if one["impact"] in ("serious", "critical")]
    is_dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 23, 28)"
    page.close()
    assert is_dark == (scheme == "dark")
    assert not any(found.values()), found
