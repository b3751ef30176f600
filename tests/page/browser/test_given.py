"""The course's window in a browser: a person against the computer with that course's files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site, serving
from tests.page.test_given import written


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a server that was started with files."""
    folder = tmp_path_factory.mktemp("course")
    files = written(folder)
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    with serving(folder / "results", 0, *options) as address:
        yield Site(address, folder)


@pytest.mark.soak
def test_the_first_button_plays_the_files_and_who_begins_is_chosen_beside_it(open_page: Open, site: Site) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(site.address)
    files = page.get_by_role("region", name="The game of the files")
    expect(files).to_contain_text("words of words")
    expect(files.get_by_label("Who begins")).to_have_value("earliest-letter")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    files.get_by_label("Who begins").select_option("human")
    files.get_by_role("button", name="Play with these files").click()
    ann = Person(page)
    ann.my_turn()
    expect(page.locator('arena-board [role="gridcell"]')).to_have_count(49)
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Pass").click()
    expect(ann.moves.nth(1)).to_contain_text("greedy", timeout=PATIENCE)


@pytest.mark.soak
def test_the_files_are_offered_with_everything_else(open_page: Open, site: Site) -> None:
    page = open_page()
    page.goto(f"{site.address}/new")
    page.get_by_label("What to play").select_option("given")
    expect(page.get_by_label("Rules", exact=True)).to_be_hidden()
    page.get_by_label("Who begins").select_option("0")
    page.get_by_role("button", name="Begin").click()
    Person(page).my_turn()
