"""What all tests share: how hypothesis tries examples, and a process that runs the command ``arena`` (tests/forked.py).

Loaded before any test module, in every worker too, so that each ``settings(...)`` begins with this profile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No outcome goes by how busy the machine is: an example may take its time, and so may making one.
settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")

# Tests start a thousand processes; where this is set, each of them compiles all sources that it imports anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Kernels that take named tuples are called as users call them in tests of just that; here numba looks at each argument.
os.environ["ARENA_CHECK_KERNELS"] = "1"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share out tests as tests/sharing.py says, where nobody asked for another way."""
    if config.getvalue("dist") != "loadscope":
        return None
    from tests.sharing import Sharing

    return Sharing(config, log)


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """What ``forked.command`` takes to run ``arena`` without a start of Python."""
    from tests import forked

    with forked.commands() as path:
        yield path
