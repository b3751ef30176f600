"""The pages that walk somebody through something run as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages import ROOT, fits, walk


@pytest.mark.parametrize(
    ("page", "outputs"),
    [
        ("tutorial/first-tournament.md", 7),
        ("how-to/bring-your-own-dictionary.md", 6),
        ("how-to/check-scores-and-solve.md", 3),
        ("how-to/exchange-game-records.md", 4),
        ("how-to/play-at-the-terminal.md", 2),
        ("how-to/write-a-bot-in-another-language.md", 3),
    ],
)
def test_a_page_runs_as_it_is_written(page: str, outputs: int, tmp_path: Path):
    assert walk(ROOT / "docs" / page, tmp_path) == outputs


def test_a_page_that_shows_something_else_is_noticed(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        "In `a.txt`:\n\n```text\nhello\n```\n\n```sh\ncat a.txt\n```\n\n```text\nhallo\n```\n", encoding="utf-8"
    )
    with pytest.raises(AssertionError, match="but it is:\nhello"):
        walk(page, tmp_path)
    page.write_text("```sh\nfalse\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="ended with 1"):
        walk(page, tmp_path)
    assert fits("a ... z", "a b\nc z\n") and not fits("a ... z", "a b")
