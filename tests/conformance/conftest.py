"""The zygotes of plug-ins, one for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.runner.shared_zygotes import SharedZygotes


@pytest.fixture(scope="module")
def zygotes() -> Iterator[SharedZygotes]:
    with closing(SharedZygotes()) as shared:
        yield shared
