"""What is raised when whoever was to sit at a game did not start."""

from __future__ import annotations

from arena.contract.outcome import Fault
from arena.printable import LONGEST, printable


class NotReady(Exception):
    """A bot did not start: its own failure. ``args[0]`` says how; ``output`` is what it printed."""

    def __init__(self, detail: str, output: str = "", fault: Fault = Fault.NOT_READY, killed: bool = False) -> None:
        detail = printable(detail, LONGEST)
        super().__init__(detail)
        self.detail, self.output, self.fault, self.killed = detail, output, fault, killed
