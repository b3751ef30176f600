"""Which versions of bots played, as their repositories and builds say it, and what of them nobody can read. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.printable import printable
from arena.report.numbers import WIDTH, wrapped

HEADS = ("bot", "version", "remarks")
EXPLAINED = (
    "Bots that are named by where they lie: the commit that played, or the one that the files were at, and the "
    "beginning of the hash of what played. What was handed in is named where a person cannot read some of it."
)
_SHORT, _LONGEST = 12, 600  # characters of hashes, and of remarks


@dataclass(frozen=True)
class BotVersion:
    """One bot. rev: as it was written, "" for files as they were. commit: of it, or the one that the files were at.

    dirty: whether the files were others than that commit's. digest: of what played. remarks: how it was made, what was
    not there, and what nobody can read.
    """

    bot: str
    name: str
    rev: str
    commit: str
    dirty: bool
    digest: str
    remarks: tuple[str, ...]

    @property
    def version(self) -> str:
        """The version for people."""
        commit = self.commit[:_SHORT]
        if self.rev:
            return f"{self.name} at {self.rev} ({commit})"
        digest = f"sha256 {self.digest[:_SHORT]}" if self.digest else ""
        at = f"{commit}{' with changes' if self.dirty else ''}"
        return f"{self.name} as it was ({', '.join(filter(None, (at, digest)))})"


def versions_of(bots: Mapping[str, Mapping[str, str]]) -> tuple[BotVersion, ...]:
    """Return those of which a manifest says a version, by name. bots: its facts, by bot."""
    found = []
    for bot, facts in sorted(bots.items()):
        commit = facts.get("commit") or facts.get("head", "")
        unread = facts.get("unread", "")
        if not unread and ("path" not in facts or not (commit or "built" in facts or "build" in facts)):
            continue
        remarks = [f"built as a {facts['built']}"] if facts.get("built") else []
        remarks += [f"built by {facts['build'].removeprefix('/bin/sh -c ')}"] if facts.get("build") else []
        remarks += [f"without {facts['lacking']}"] if facts.get("lacking") else []
        remarks += [f"nobody can read {unread}"] if unread else []
        lies = (facts.get("path") or facts.get("submission", "")).partition(":")[0]
        name = printable(lies.rstrip("/").rpartition("/")[2], _LONGEST)
        found.append(
            BotVersion(
                bot,
                name,
                printable(facts.get("rev", ""), _LONGEST),
                commit,
                facts.get("dirty") == "yes",
                facts.get("sha256", ""),
                tuple(printable(remark, _LONGEST) for remark in remarks),
            )
        )
    return tuple(found)


def versions_text(versions: Sequence[BotVersion], width: int = WIDTH) -> list[str]:
    """Return the section; nothing where no version is known."""
    if not versions:
        return []
    lines = [": ".join(filter(None, (row[0], "; ".join(filter(None, row[1:]))))) for row in version_rows(versions)]
    return ["VERSIONS\n" + "\n".join([*wrapped([EXPLAINED], width), "", *wrapped(lines, width)])]


def version_rows(versions: Sequence[BotVersion]) -> list[list[str]]:
    """Return the cells of a table, see HEADS."""
    return [[one.bot, one.version, ", ".join(one.remarks)] for one in versions]


def version_facts(versions: Sequence[BotVersion]) -> list[dict[str, object]]:
    """Return the same as plain values."""
    return [
        {
            "bot": one.bot, "name": one.name, "rev": one.rev or None, "commit": one.commit or None,
            "dirty": one.dirty, "sha256": one.digest or None, "remarks": list(one.remarks),
        }
        for one in versions
    ]  # fmt: skip
