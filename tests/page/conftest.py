"""One server for the tests of the page that do not end it themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli.compiling import link
from arena.runner.kernels import compile_rooms

link(compile_rooms({True}))  # as `arena serve` does; where another test came first, its kernels serve as well

from tests.page.client import Served, close_all, served  # noqa: E402


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running
