"""What is raised where something that was handed in cannot be taken."""

from __future__ import annotations

from arena.printable import LONGEST, printable


class Refused(Exception):
    """A submission that cannot be installed: its author's failure. ``reason`` says why, for its author."""

    def __init__(self, reason: str) -> None:
        self.reason = printable(reason, LONGEST)
        super().__init__(self.reason)
