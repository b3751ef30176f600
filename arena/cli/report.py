"""``arena report``: standings and best moves of a tournament, from its records alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.board.layout import Layout
from arena.boardlang.boardfile import board_from_mapping
from arena.errors import ArenaError, ResultsError
from arena.records.manifest import Manifest
from arena.records.store import Results, find_results
from arena.report.data import report_csv, report_facts
from arena.report.standings import PRIOR, Report, make_report
from arena.report.text import report_text
from arena.variants.spec import VariantSpec


@click.command()
@click.argument("name")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv", "html"]), help="What is printed  [text].")
@click.option("--html", "page", type=click.Path(path_type=Path, dir_okay=False), help="Write the page to this file.")
@click.option("--prior", type=float, default=PRIOR, show_default=True, help="Virtual draws a bot against the mean.")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="How many best moves are listed.")
def command(name: str, form: str | None, page: Path | None, prior: float, top: int) -> None:
    """Show the standings and the best moves of NAME: a tournament under results/, or a folder with results."""
    with Results(find_results(name)) as results:
        report, manifest = read_report(results, prior=prior, top=top)
        boards = layouts(specs_of(manifest))
        html = ""
        if page is not None or form == "html":
            from arena.report.html import report_html  # matplotlib: only for those who want the page

            html = report_html(report, list(results.records()), boards)
    if page is not None:
        try:
            page.write_text(html, encoding="utf-8")
        except OSError as error:
            raise ResultsError(str(page), f"cannot be written: {error.strerror}") from error
        click.echo(f"wrote {page}", err=form is not None)
        if form is None:
            return
    if form == "html":
        click.echo(html, nl=False)
    elif form == "json":
        click.echo(json.dumps(report_facts(report), indent=2, ensure_ascii=False))
    elif form == "csv":
        click.echo(report_csv(report), nl=False)
    else:
        click.echo(report_text(report, boards), nl=False)


def read_report(results: Results, *, prior: float = PRIOR, top: int = 5) -> tuple[Report, Manifest]:
    """Return the report and the manifest of stored results."""
    manifest = results.manifest
    report = make_report(
        manifest.name,
        results.records(),
        seed=manifest.seed,
        voids=len(results.voids()),
        prior=prior,
        top=top,
        bots=sorted(manifest.bots),
    )
    return report, manifest


def specs_of(manifest: Manifest) -> Mapping[str, Any]:
    """Return variant -> its spec as plain values, as far as the manifest keeps them."""
    return manifest.specs


def layouts(specs: Mapping[str, Any]) -> dict[str, Layout]:
    """Return variant -> board of the word game's variants; lexica are not opened.

    A board that this arena cannot make any more is left out: pictures then show tiles without squares.
    """
    found = {}
    for name, told in specs.items():
        try:
            word = msgspec.convert(told, VariantSpec).word
            if word is not None:
                found[name] = board_from_mapping(word.board, word.board_name, word.board_seed)
        except (msgspec.ValidationError, ArenaError):
            continue
    return found
