"""The index of the documentation names every page, and no page points to a file that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def targets(page: Path) -> list[Path]:
    found = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [(page.parent / link).resolve() for link in found if "://" not in link]


def test_every_page_is_in_the_index():
    index = ROOT / "docs" / "README.md"
    listed = set(targets(index))
    missing = [str(page.relative_to(ROOT)) for page in PAGES[1:] if page != index and page not in listed]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_dead(page):
    assert [str(target) for target in targets(page) if not target.exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_to_a_heading_that_renderers_name_differently(page):
    """Several dashes in a row stand for a heading with an option in it: some keep them, some make one of them."""
    assert re.findall(r"\]\([^)\s]*#[^)\s]*--[^)\s]*\)", page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("face", ["bot", "words", "small_games", "tournament", "results"])
def test_every_face_has_a_page_made_from_its_docstrings(face):
    assert f"::: arena.{face}\n" in (ROOT / "docs" / "reference" / "api" / f"{face}.md").read_text(encoding="utf-8")
