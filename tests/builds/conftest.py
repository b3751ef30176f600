"""A cache of a test's own, for revisions and for what is built of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.runner.plugin import revisions
from tests.submissions.conftest import cache

__all__ = ["cache"]


@pytest.fixture(autouse=True)
def revisions_of_this_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay revisions out in a folder of this test's own."""
    monkeypatch.setattr(revisions, "user_cache_path", lambda name: tmp_path / "revisions")
