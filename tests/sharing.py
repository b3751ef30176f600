"""Which tests one worker of pytest-xdist runs: those of a file, so that what a module makes for its tests is made once.

Marks (``xdist_group``) say the same, but only where pytest and pytest-xdist agree on how a test's name is changed: with
pytest 9.2 and pytest-xdist 3.8 they do nothing, and nobody is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from xdist.scheduler import LoadScopeScheduling

# Files whose tests share a browser. One is enough: it takes a core and half a gigabyte.
BROWSER = ("tests/page/browser/", "tests/report/test_page.py")
# Files whose tests share nothing and take long: any worker may take any of them.
ALONE = ("tests/docs/test_walks.py", "tests/foreign/test_samples.py")
# What takes one worker longest, longest first. Begun in its place among the others, it would be all that is left in the
# end where there are many workers.
FIRST = ("browser", "tests/cluster/test_same_games.py")


def share_of(test: str) -> str:
    """Return what the tests have in common that one worker runs; test: the name of one, ``path::function``."""
    file = test.partition("::")[0]
    if file.startswith(BROWSER):
        return "browser"
    return test if file in ALONE else file


def next_of(waiting: Iterable[str]) -> str:
    """Return what is handed out next; waiting: what tests have in common, in the order in which they were found."""
    left = list(waiting)
    return next((share for share in FIRST if share in left), left[0])


class Sharing(LoadScopeScheduling):
    """Hands out tests by what they share: what takes longest, then the others in the order in which they were found."""

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)

    def _assign_work_unit(self, node: Any) -> None:
        self.workqueue.move_to_end(next_of(self.workqueue), last=False)
        super()._assign_work_unit(node)
