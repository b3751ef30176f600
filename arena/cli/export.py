"""``arena export NAME``: the games of a tournament as text for other programs, sorted, the same bytes every time."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import ResultsError
from arena.records.export import to_csv, to_jsonl
from arena.records.store import Results, find_results


@click.command("export")
@click.argument("name")
@click.option("--format", "kind", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@click.option("--times", is_flag=True, help="Add what differs from run to run: times, and what the bots printed.")
@click.option("--variant", help="Only the games of this variant.")
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
def command(name: str, kind: str, times: bool, variant: str | None, output: Path | None) -> int:
    """Write the games of the tournament NAME (under results/, or a folder), one line a game (csv: a game and seat)."""
    write = {"jsonl": to_jsonl, "csv": to_csv}[kind]
    with Results(find_results(name)) as results:
        lines = write(results.records(variant=variant), times=times)
        if output is None:
            for line in lines:
                click.echo(line, nl=False)
            return 0
        try:
            with output.open("w", encoding="utf-8", newline="") as file:
                file.writelines(lines)
        except OSError as error:
            raise ResultsError(str(output), f"cannot be written ({error.strerror})", "Choose another file") from error
    return 0
