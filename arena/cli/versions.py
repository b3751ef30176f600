"""Two versions of a bot that meet, as commands name them: a path, and another path or a revision of the first."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from arena.cli.building import AS_IT_LIES, Building
from arena.config.model import BotEntry, Isolation, Limits, StopRule, VariantEntry
from arena.config.model import Tournament as Contents
from arena.errors import ConfigError
from arena.runner.plugin.by_path import is_path

NEW, OLD = "new", "old"


@dataclass(frozen=True, slots=True)
class Versions:
    """The two that meet. new, old: paths of plug-ins; rev: the revision of ``old``, "" for files as they are."""

    new: str
    old: str
    rev: str = ""

    @property
    def title(self) -> str:
        """A name for the match, which a folder may have."""
        stem = Path(self.new.partition(":")[0]).absolute().stem
        return _as_name(f"{stem}-{self.rev or Path(self.old).stem}")


def versions(new: str, old: str, where: str = "--new") -> Versions:
    """Return what two words of a command line mean. old: a path, or a revision of ``new``. Raises ConfigError."""
    if not is_path(new) and not os.path.isdir(new):
        raise ConfigError(where, f"{new!r} is no path", "Write ./mybot.py, or the folder of a package")
    lies = old.partition(":")[0]  # a branch may be called origin/main
    named = lies in (".", "..") or lies.startswith(("./", "../", "/", "~")) or lies.endswith(".py")
    return Versions(new, old) if named else Versions(new, new, old)


@dataclass(frozen=True, slots=True)
class Arguments:
    """How a command calls the two versions and the boards, for errors."""

    new: str = "--new"
    old: str = "--old"
    board: str = "--board"

    def by_key(self, boards: int) -> dict[str, str]:
        """Return the argument of each key of the tournament that is made of them."""
        asked = {"bots[0]": self.new, "bots[1]": self.old}
        asked |= {f"bots[{number}].{key}": f"--{key}" for number in (0, 1) for key in ("command", "build")}
        for number in range(boards):
            asked |= {f"variants[{number}]": self.board, f"variants[{number}].lexicon": "--lexicon"}
        return asked | {key: f"--{key}" for key in ("isolation", "output", "seed", "wheels")}


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """On what two versions meet. move_time: seconds. seed: None for one that is drawn. building: how they are made."""

    boards: tuple[str, ...]
    lexicon: str
    move_time: float
    seed: str | None
    isolation: Isolation
    building: Building = AS_IT_LIES
    limits: Limits = field(default_factory=Limits)


def contents_of(
    match: Versions, terms: MatchTerms, name: str, pairs: int, stop: StopRule | None = None,
    arguments: Arguments = Arguments(),
) -> Contents:  # fmt: skip
    """Return the tournament of a match: every board has as many pairs. name: of the folder under results/."""
    variants = tuple(
        VariantEntry(name=_board_name(board), board=board, lexicon=terms.lexicon) for board in terms.boards
    )
    if len({variant.name for variant in variants}) < len(variants):
        raise ConfigError(arguments.board, "two boards have one name", "Name each once")
    made = terms.building
    bots = (
        BotEntry(name=NEW, path=_absolute(match.new), build=made.build, command=made.command),
        BotEntry(name=OLD, path=_absolute(match.old), rev=match.rev, build=made.build, command=made.command),
    )
    return Contents(
        name=name,
        bots=bots,
        variants=variants,
        seed=terms.seed or "",
        seed_given=terms.seed is not None,
        pairs=pairs,
        stop=stop,
        move_time=terms.move_time,
        isolation=terms.isolation,
        limits=terms.limits,
        wheels=made.wheels,
        output=os.path.join("results", name),
        asked=arguments.by_key(len(variants)),
    )


def _absolute(path: str) -> str:
    file, colon, which = path.partition(":")
    return f"{os.path.abspath(os.path.expanduser(file))}{colon}{which}"


def _board_name(board: str) -> str:
    return _as_name(Path(board).stem if "/" in board else board) or "board"


def _as_name(text: str) -> str:
    """Return a text as a name that tournament files take, and folders."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", text).strip("-.")
