"""What a check of a game found, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken promise: which, what was seen, and after which moves."""

    promise: str
    seen: str
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        after = f" (after {' / '.join(self.moves)})" if self.moves else ""
        return f"{self.promise}: {self.seen}{after}"


@dataclass
class CheckResult:
    """What a check found; ``games`` and ``states`` say how much was looked at."""

    name: str
    games: int = 0
    states: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.findings

    def add(self, promise: str, seen: object, moves: list[Any]) -> None:
        if all(finding.promise != promise for finding in self.findings):
            self.findings.append(Finding(promise, str(seen)[:300], tuple(str(move)[:60] for move in moves)))
