"""What several tests of reports need."""

from __future__ import annotations

import pytest

from tests.report.misses import tiny_spec


@pytest.fixture(scope="session")
def spec(tmp_path_factory):
    """Return the variant of misses.py."""
    return tiny_spec(tmp_path_factory.mktemp("tiny"))
