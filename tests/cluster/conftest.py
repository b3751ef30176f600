"""A cluster of two workers for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.started import Cluster, nothing_lives


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers whose cache and search path have nothing of the tournaments here."""
    folder = tmp_path_factory.mktemp("cluster")
    made = Cluster(folder, 2)
    yield made
    assert made.end() == 0
    nothing_lives(folder)
    assert list((folder / "tmp").iterdir()) == []
