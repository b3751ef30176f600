"""``arena export NAME``: the games of a tournament as text for other programs, sorted, the same bytes every time."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.shared_work import progress
from arena.errors import ResultsError
from arena.records.export import to_csv, to_jsonl
from arena.records.parquet import TABLES, write_parquet
from arena.records.record import GameRecord
from arena.report.numbers import plural
from arena.results import Results
from arena.results import open as open_results


@click.command("export")
@click.argument("name")
@click.option(
    "--format", "kind", type=click.Choice(["jsonl", "csv", "parquet", "gcg"]), default="jsonl", show_default=True
)
@click.option("--table", type=click.Choice(TABLES), help="csv: one row per game and seat, or per turn  [games].")
@click.option("--times", is_flag=True, help="Add what differs from run to run: times, and what the bots printed.")
@click.option("--variant", help="Only the games of this variant.")
@click.option("--game", help="Only the game with this id.")
@click.option(
    "--output",
    type=NamedPath(),
    help="Write to this file (gcg, parquet: folder) instead of the terminal.",
)
def command(
    name: str, kind: str, table: str | None, times: bool, variant: str | None, game: str | None, output: Path | None
) -> int:
    """Write the games of the tournament NAME (under results/, or a folder).

    jsonl: one line per game; csv: one line per game and seat, or per turn; parquet: both tables, games.parquet
    and moves.parquet, in a folder; gcg: one file per game, word games only.
    """
    if table is not None and kind != "csv":
        raise click.UsageError("--table goes with --format csv")
    if kind == "parquet" and output is None:
        raise click.UsageError("--format parquet needs a folder: --output FOLDER")
    if kind == "gcg" and times:
        raise click.UsageError("--times does not go with --format gcg: GCG has no place for times")
    if game is not None:
        refuse_idle("--game names one game", "--variant")
    results = open_results(name)
    played = Counter(record_id.partition("/")[0] for record_id in results.ids())
    if variant is not None and variant not in played:
        raise ResultsError(
            name, f"no game was played on a variant {variant!r}", f"There are: {', '.join(sorted(played)) or 'none'}"
        )
    records = iter([results.game(game)]) if game else results.stream(variant=variant)
    if output is not None and not game:
        records = _counted(records, played.total() if variant is None else played[variant])
    if kind == "gcg":
        _gcg(name, results, records, output)
        return 0
    if kind == "parquet":
        assert output is not None
        _parquet(records, output, times)
        return 0
    lines = to_jsonl(records, times=times) if kind == "jsonl" else to_csv(records, times=times, table=table or "games")
    if output is None:
        for line in lines:
            say(line, nl=False)
        return 0
    try:
        with output.open("w", encoding="utf-8", newline="") as file:
            file.writelines(lines)
    except OSError as error:
        raise ResultsError(str(output), f"cannot be written ({error.strerror})", "Choose another file") from error
    return 0


def _parquet(records: Iterable[GameRecord], folder: Path, times: bool) -> None:
    """Write both tables into a folder."""
    paths = {table: folder / f"{table}.parquet" for table in TABLES}
    beside = {table: path.with_suffix(".new") for table, path in paths.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as files:
            written = write_parquet(
                {table: files.enter_context(path.open("wb")) for table, path in beside.items()}, records, times=times
            )
        for table, path in paths.items():
            beside[table].replace(path)
    except OSError as error:
        raise ResultsError(str(folder), f"cannot be written ({error.strerror})", "Choose another folder") from error
    finally:
        for path in beside.values():
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
    for table, path in paths.items():
        say(f"{plural(written[table], 'row')} written to {path}")


def _counted(records: Iterator[GameRecord], total: int) -> Iterator[GameRecord]:
    """Yield the records, and tell how many there were."""
    with progress(total, "games") as done:
        for record in records:
            yield record
            done()


def _gcg(name: str, results: Results, records: Iterator[GameRecord], output: Path | None) -> None:
    """Write each game as a GCG file into the folder ``output``, or a single game to the terminal.

    Games that GCG cannot write are left out of a folder, and counted; where there are no others, the first one's error
    is raised.
    """
    from arena.serve.lookback.gcg_of import NoGcg, gcg_text

    if output is None:
        first, second = next(records, None), next(records, None)
        if first is None:
            raise ResultsError(name, "no such game", "`arena export NAME` lists them all")
        if second is not None:
            raise ResultsError(name, "a GCG file holds one game", "Name one with --game ID, or a folder with --output")
        say(gcg_text(results.manifest, first, name), nl=False)
        return
    written, left_out = 0, list[NoGcg]()
    try:
        output.mkdir(parents=True, exist_ok=True)
        for record in records:
            path = output / f"{record.id.replace('/', '_')}.gcg"
            try:
                text = gcg_text(results.manifest, record, name)
            except NoGcg as error:
                left_out.append(error)
                continue
            path.write_text(text, encoding="utf-8")
            written += 1
    except OSError as error:
        raise ResultsError(str(output), f"cannot be written ({error.strerror})", "Choose another folder") from error
    if left_out and not written:
        raise left_out[0]
    say(f"{plural(written, 'game')} written to {output}")
    if left_out:
        said = f"left out: {plural(len(left_out), 'game')} that GCG cannot write, such as {left_out[0].where}"
        say(f"{said} ({left_out[0].problem}); --format jsonl has all", err=True)
