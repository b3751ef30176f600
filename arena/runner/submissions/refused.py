"""What is raised where something that was handed in cannot be taken."""

from __future__ import annotations

from arena.printable import LONGEST, printable


class Refused(Exception):
    """A submission that cannot be installed: its author's failure. ``reason`` says why, for its author.

    printed: the end of what its build printed, as it was printed.
    """

    def __init__(self, reason: str, printed: str = "") -> None:
        self.reason, self.printed = printable(reason, LONGEST), printed
        super().__init__(self.reason)
