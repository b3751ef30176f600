"""``arena report NAME --site FOLDER``: a page for the class and one for each bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.cli.paths import NamedPath
from arena.cli.reports.kind_of import kind_report_of
from arena.cli.reports.mark_rule import at_rule, read_rule
from arena.cli.say import say
from arena.cli.shared_work import games_progress
from arena.report.looks import Basis
from arena.report.marking.rule import UnfitRule
from arena.report.numbers import plural
from arena.report.site.gathered import GAMES, SAMPLE, SiteOptions
from arena.results import open as open_results
from arena.runner.sandbox.limits import cores

F = TypeVar("F", bound=Callable[..., Any])


def site_options(function: F) -> F:
    """Add the options of a site to a command."""
    site = click.option(
        "--site", "site", metavar="FOLDER", type=NamedPath(file_okay=False),
        help="Write a page for the class and one for each bot into this folder: empty, or of an earlier --site.",
    )  # fmt: skip
    pseudonyms = click.option(
        "--pseudonyms", "pseudonyms", metavar="[FILE]", is_flag=False, flag_value="", default=None,
        help="With --site: pseudonyms for bots. FILE has who is who, and is added to  [beside the games].",
    )  # fmt: skip
    return site(pseudonyms(function))


@dataclass(frozen=True)
class AskedSite:
    """What is asked for. pseudonyms: None for names, "" for the table beside the games."""

    folder: Path
    pseudonyms: str | None
    by: Basis
    leaves: str | None

    def write(
        self, name: str, rule_file: Path | None, *, prior: float, top: int, games: int | None, sample: int | None,
        workers: int | None,
    ) -> None:  # fmt: skip
        """Write the site and say where it is, and who has to keep what."""
        from arena.report.site.site import write_site  # jinja2: only for those who want pages

        rule = None if rule_file is None else read_rule(rule_file)
        results = open_results(name)
        options = SiteOptions(
            prior, top, GAMES if games is None else games, sample or SAMPLE, self.by, self.leaves, workers or cores()
        )
        try:
            written = write_site(
                results, self.folder, pseudonyms=self.pseudonyms, rule=rule, kind=kind_report_of(results)[0],
                options=options, progress=games_progress,
            )  # fmt: skip
        except UnfitRule as error:
            assert rule_file is not None
            raise at_rule(rule_file, error) from None
        size = f"{written.size / 1e6:.1f} MB"
        say(f"wrote {plural(written.pages, 'page')}, {size}; begin with {Path(written.folder) / 'index.html'}")
        if written.pseudonyms:
            say(f"who is who: {written.pseudonyms} (keep it to yourself)")


def asked_site(more: Mapping[str, Any], *, by: Basis | None, leaves: str | None, regret: bool) -> AskedSite | None:
    """Return the site that a command's options ask for, None for none."""
    folder, pseudonyms = more["site"], more["pseudonyms"]
    if folder is None:
        if pseudonyms is not None:
            raise click.UsageError("--pseudonyms goes with --site")
        return None
    if regret:
        raise click.UsageError("--site looks at the moves anyway: leave --regret out")
    if leaves is not None and by != "equity":
        raise click.UsageError("--leaves goes with --by equity")
    return AskedSite(folder, pseudonyms, by or "points", leaves)
