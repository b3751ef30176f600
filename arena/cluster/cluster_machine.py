"""One machine of a cluster as its driver knows it, and what machines are got ready for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from arena.cluster.link import Seen
from arena.cluster.messages import Begin, RunPart


@dataclass(eq=False, slots=True)
class ClusterMachine:
    """One worker of Dask's. state: ``new``, ``asked``, ``fits``, ``starting``, ``ready``, ``refused``, ``lost``.

    name: of the computer, for people. heard: when its last word came, on our clock. failures: in a row; why: the last.
    asked: when it was last asked about itself. begun: whether something of the run may be there. calls: that it has not
    answered.
    """

    seen: Seen
    heard: float
    state: str = "new"
    name: str = ""
    why: str = ""
    speed: float = 0.0
    failures: int = 0
    asked: float = 0.0
    begun: bool = False
    places: dict[str, str] = field(default_factory=dict)
    calls: set[Future[Any]] = field(default_factory=set)

    @property
    def address(self) -> str:
        return self.seen.address

    def __str__(self) -> str:
        return f"{self.name} ({self.address})" if self.name else self.address


@dataclass(frozen=True, slots=True)
class What:
    """What machines are got ready for. run: a name that no other run has. begin: for one machine, but for its own.

    digests: variant -> digest. layers: walls that bots have here. timed: whether a clock runs.
    """

    run: str
    begin: Begin
    parts: Sequence[RunPart]
    digests: Mapping[str, str]
    layers: frozenset[str]
    timed: bool
