"""One server for the tests of the page that do not end it themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.page.client import Served, served


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running
