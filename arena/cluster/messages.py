"""What a driver and the machines of a cluster say to each other: JSON of these shapes, and no other.

No bot's word is in it but inside of a record, which is data here as everywhere.
"""

from __future__ import annotations

import msgspec

from arena.runner.setup import Setup
from arena.schedule import Job


class RunPart(msgspec.Struct, frozen=True):
    """What a run is made of that lies in files, at the driver.

    label: for people, such as ``bot greedy``; no two parts share one. kind: ``plugin``, ``program`` (words of a
    command that are files), ``file``, ``words``, ``environment`` (a folder of one), ``package`` or ``module`` (that a
    plug-in imports). value: of a plug-in, ``module:factory``. paths: where it lies. distribution, version: of an
    installed plug-in or package, "" for others. digest: sha256 over its files, "" where it is not there.
    sent: whether a machine that has no such part gets the files, and may have others under the same name.
    """

    label: str
    kind: str
    paths: tuple[str, ...]
    digest: str
    value: str = ""
    distribution: str = ""
    version: str = ""
    sent: bool = False


class PartThere(msgspec.Struct, frozen=True):
    """A part as a machine has it. path: where it lies, "" where it has none of the same contents."""

    version: str
    digest: str
    path: str = ""


class Inspection(msgspec.Struct, frozen=True):
    """What a machine says of itself before it is given anything.

    machine: its name. facts: what decides how a game comes out, by name, as text for people and as what is compared.
    parts: by label. layers: the walls that it can put up. speed: see calibration.py; 0 where that was not asked.
    """

    machine: str
    facts: dict[str, tuple[str, str]]
    parts: dict[str, PartThere]
    layers: tuple[str, ...]
    speed: float = 0.0


class SentFile(msgspec.Struct, frozen=True):
    """A file, or a piece of a large one.

    name: with its folders, in the run's folder there. more: another piece follows on. offset: of ``data`` in the file.
    """

    name: str
    data: bytes
    executable: bool = False
    more: bool = False
    offset: int = 0


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """A run, for one machine. setup: as at the driver. workers: games at once.

    places: label -> where a part lies there. digests: label -> digest, of those that are sent where they are not there.
    paths: folders in which plug-ins are found beside the installed ones. trials: games of bots that were handed in,
    each against itself.
    isolation, where, output: see ``setup.walled``.
    """

    setup: Setup
    workers: int
    isolation: str
    where: str
    output: str
    places: dict[str, str] = {}
    digests: dict[str, str] = {}
    paths: tuple[str, ...] = ()
    trials: tuple[Job, ...] = ()


class ToldTrouble(msgspec.Struct, frozen=True):
    """A Trouble of preflight.py as a message."""

    bot: str
    variant: str
    problem: str
    output: str = ""
    killed: bool = False


class Ready(msgspec.Struct, frozen=True):
    """A machine has looked at every bot. problem: why it cannot play, "" else. variants: name -> digest.

    lasting: the problem would be the same another time. facts: as of an Inspection, of the process that will play: it
    reads the arena's files later than its Dask worker.
    """

    problem: str = ""
    lasting: bool = False
    variants: dict[str, str] = {}
    troubles: tuple[ToldTrouble, ...] = ()
    facts: dict[str, tuple[str, str]] = {}


class BatchPlayed(msgspec.Struct, frozen=True):
    """What came of some games: a line of JSON (worker.Done) for each that was played.

    ended: why the rest were not, "" where all were.
    """

    lines: tuple[str, ...]
    ended: str = ""
