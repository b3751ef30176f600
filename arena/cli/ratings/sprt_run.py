"""``arena sprt run``: one version of a bot against another, until a sequential test has its verdict."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from arena.cli.say import say
from arena.cli.tournaments.run import Meter, finish
from arena.config.kinds import MOST_PAIRS_WITH_STOP
from arena.config.model import BotEntry, Isolation, SprtRule, StopRule, VariantEntry
from arena.config.model import Tournament as Contents
from arena.errors import ConfigError
from arena.report.kind import KindReport
from arena.runner.plugin.by_path import is_path
from arena.runner.preflight import DoNotStart
from arena.tournament import Played, Stop, Tournament

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
        return re.sub(r"[^A-Za-z0-9.+-]+", "-", f"{stem}-{self.rev or Path(self.old).stem}").strip("-.")


def versions(new: str, old: str) -> Versions:
    """Return what two words of a command line mean. old: a path, or a revision of ``new``. Raises ConfigError."""
    if not is_path(new) and not os.path.isdir(new):
        raise ConfigError("--new", f"{new!r} is no path", "Write ./mybot.py, or the folder of a package")
    lies = old.partition(":")[0]  # a branch may be called origin/main
    named = lies in (".", "..") or lies.startswith(("./", "../", "/", "~")) or lies.endswith(".py")
    return Versions(new, old) if named else Versions(new, new, old)


def contents_of(
    match: Versions, rule: SprtRule, boards: tuple[str, ...], lexicon: str, move_time: float, seed: str | None,
    isolation: Isolation,
) -> Contents:  # fmt: skip
    """Return the tournament of a match: every board has as many pairs."""
    variants = tuple(VariantEntry(name=_name_of(board), board=board, lexicon=lexicon) for board in boards)
    if len({variant.name for variant in variants}) < len(variants):
        raise ConfigError("--board", "two boards have one name", "Name each once")
    bots = (
        BotEntry(name=NEW, path=_absolute(match.new)),
        BotEntry(name=OLD, path=_absolute(match.old), rev=match.rev),
    )
    return Contents(
        name=match.title,
        bots=bots,
        variants=variants,
        seed=seed or "",
        seed_given=seed is not None,
        pairs=MOST_PAIRS_WITH_STOP,
        stop=StopRule(sprt=rule),
        move_time=move_time,
        isolation=isolation,
        output=os.path.join("results", match.title),
    )


def _absolute(path: str) -> str:
    file, colon, which = path.partition(":")
    return f"{os.path.abspath(os.path.expanduser(file))}{colon}{which}"


def _name_of(board: str) -> str:
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", Path(board).stem if "/" in board else board).strip("-.") or "board"


def play(tournament: Tournament, workers: int | None, again: str) -> int:
    """Play a match until its verdict, with its report, and a text for whoever reviews the change; return the status.

    again: the command that goes on with it.
    """
    what = tournament.prepared(workers)
    with Stop() as stop:
        meter = Meter(what, keep_going=False, terminal=sys.stderr.isatty())
        try:
            played = tournament.run(workers=what.workers, watcher=meter, stop=stop)
        except DoNotStart as refused:
            raise refused.asked_by("other versions") from None
    status = finish(played, again, strict=False)
    if played.complete:
        say("\n" + review_text(tournament, played))
    return status


def review_text(tournament: Tournament, played: Played) -> str:
    """Return what is to be said of a change, as Markdown: it reads as text, too."""
    from arena.cli.reports.kind_of import kind_report_of

    results = played.results
    report, _ = kind_report_of(results)
    said = results.manifest.bots
    whose = " against ".join(_version(said[name]) for name in (NEW, OLD))
    return markdown(whose, report, str(results.manifest.seed), tournament.variants)


def _version(fields: dict[str, str]) -> str:
    """Return a version for people: the file as it is, or the revision with its commit."""
    name = Path(fields["path"].partition(":")[0]).name
    if "commit" in fields:
        return f"`{name}` at {fields['rev']} ({fields['commit'][:12]})"
    return f"`{name}` as it is (sha256 {fields['sha256'][:12]})"


def markdown(whose: str, report: KindReport, seed: str, boards: tuple[str, ...]) -> str:
    """Return a heading, the verdict and a table of its figures."""
    rows = [("match", whose), ("boards", ", ".join(boards)), ("seed", seed)]
    rows += [(name, value) for name, value, _ in report.lines]
    counts = (report.stopping or {}).get("pair_counts", {})
    rows.append((f"pairs ({', '.join(counts)})", ", ".join(map(str, counts.values()))))
    lines = [f"| {name} | {value.replace('|', chr(92) + '|')} |" for name, value in rows]
    notes = [f"\n{report.caution}"] if report.caution else []
    return "\n".join([f"### {report.verdict}\n", "| | |", "| --- | --- |", *lines, *notes])
