"""Exports: both tables in every form, and a reference page that names every column of each."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.main import arena as command
from arena.cli.main import main
from arena.records.export import to_csv, to_jsonl
from arena.records.parquet import write_parquet
from arena.records.record import Circumstances, GameRecord, MoveRecord
from arena.records.tables import GAMES, MOVES, columns, game_rows, move_rows
from arena.report.regret_sums import REGRET_COLUMNS
from tests.records.test_records import record
from tests.report.games import tournament
from tests.report.stored import store

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "export.md").read_text(encoding="utf-8")


def section(title):
    """Return the rows of the table in one section of the page, as lists of cells."""
    body = re.split(r"^## ", PAGE.split(f"## {title}", 1)[1], maxsplit=1, flags=re.M)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in body.splitlines() if line[:1] == "|"]
    return rows[2:]


@pytest.mark.parametrize(("title", "table"), [("games: one row", GAMES), ("moves: one row", MOVES)])
def test_the_page_explains_every_column_as_the_code_does(title, table):
    kinds = {"integer": "integer", "seed": "unsigned integer", "number": "number", "truth": "yes or no", "text": "text"}
    wanted = [
        [
            f"`{column.name}`",
            kinds[column.kind] + ", may be missing" * column.empty + ", `--times` only" * column.times,
            column.about,
        ]
        for column in table
    ]
    assert section(title) == wanted


def test_the_page_explains_every_key_of_a_json_line_and_every_column_of_what_was_given_away():
    keys = [re.findall(r"`([a-z_]+)`", row[0]) for row in section("JSON lines")]
    fields = {field.name for field in msgspec.structs.fields(GameRecord)} - {"own_seeds"}  # no export has them
    assert sorted(key for row in keys for key in row) == sorted(fields)
    explanation = section("JSON lines")[-1][1]
    assert all(f"`{field.name}`" in explanation for field in msgspec.structs.fields(Circumstances))
    assert all(f"`{field.name}`" in PAGE for field in msgspec.structs.fields(MoveRecord))
    assert [row[0] for row in section("What moves gave away")] == [f"`{name}`" for name in REGRET_COLUMNS]


def test_rows_have_every_column_and_no_other():
    records = [record(), *tournament()]
    assert all(list(row) == [column.name for column in GAMES] for row in game_rows(records))
    assert all(list(row) == [column.name for column in MOVES] for row in move_rows(records))
    for table, rows in ((GAMES, game_rows(records)), (MOVES, move_rows(records))):
        missing = {name for row in rows for name, value in row.items() if value is None}
        assert missing <= {column.name for column in table if column.empty}


def test_the_moves_as_csv_have_a_line_a_turn():
    rows = list(csv.DictReader(io.StringIO("".join(to_csv(tournament(), table="moves", times=True)))))
    assert [(row["bot"], row["kind"], row["score"], row["word"], row["tries"]) for row in rows] == [
        ("greedy", "play", "14", "CAB", "0"), ("random", "play", "9", "CAR", "0"), ("greedy", "timeout", "", "", "0"),
        ("random", "play", "20", "CABS", "1"),
    ]  # fmt: skip
    assert [row["ms"] for row in rows] == ["10.000", "20.000", "1000.000", "30.000"]
    assert "ms" not in next(to_csv(tournament(), table="moves"))


@pytest.mark.parametrize("times", [False, True])
@pytest.mark.parametrize(("name", "table", "rows"), [("games", GAMES, game_rows), ("moves", MOVES, move_rows)])
def test_parquet_holds_the_same_rows_with_types_and_meanings(name, table, rows, times):
    parquet = pytest.importorskip("pyarrow.parquet")
    records = [record(), *tournament()]
    file = io.BytesIO()
    chosen = [column.name for column in columns(table, times)]
    assert write_parquet({name: file}, records, times=times) == {name: len(list(rows(records)))}
    read = parquet.read_table(io.BytesIO(file.getvalue()))
    assert read.to_pylist() == [{key: row[key] for key in chosen} for row in rows(records)]
    for column in columns(table, times):
        field = read.schema.field(column.name)
        assert field.metadata[b"about"].decode() == column.about
        assert field.nullable == column.empty


def test_parquet_is_written_in_pieces(monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("arena.records.parquet.ROWS", 5)
    file = io.BytesIO()
    moves = io.BytesIO()
    rows = write_parquet({"games": file, "moves": moves}, iter(tournament()))  # one pass over what can be read once
    assert rows == {"games": 12, "moves": parquet.read_table(io.BytesIO(moves.getvalue())).num_rows}
    assert parquet.ParquetFile(io.BytesIO(file.getvalue())).num_row_groups == 3
    empty = io.BytesIO()
    assert write_parquet({"moves": empty}, []) == {"moves": 0}
    assert parquet.read_table(io.BytesIO(empty.getvalue())).column_names == [c.name for c in columns(MOVES, False)]


@pytest.fixture
def folder(tmp_path):
    return store(tmp_path / "night", tournament())


def test_the_command_writes_both_tables_into_a_folder(folder, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    arguments = ["export", str(folder), "--format", "parquet", "--variant", "standard", "--output", str(out)]
    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert done.output.splitlines() == [
        f"8 rows written to {out / 'games.parquet'}", f"4 rows written to {out / 'moves.parquet'}",
    ]  # fmt: skip
    assert sorted(path.name for path in out.iterdir()) == ["games.parquet", "moves.parquet"]
    assert parquet.read_table(out / "games.parquet").num_rows == 8
    assert "seconds" not in parquet.read_table(out / "games.parquet").column_names


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(list(map(str, arguments)))
    return stop.value.code, capsys.readouterr().err


def test_what_cannot_be_written_is_told(folder, tmp_path, capsys, monkeypatch):
    code, text = refused(capsys, "export", folder, "--format", "parquet")
    assert (code, "--output FOLDER" in text) == (2, True)
    code, text = refused(capsys, "export", folder, "--table", "moves")
    assert (code, "--table goes with --format csv" in text) == (2, True)
    (tmp_path / "file").write_text("")
    code, text = refused(capsys, "export", folder, "--format", "parquet", "--output", tmp_path / "file")
    assert (code, "cannot be written" in text) == (4, True)
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as where it is not installed
    code, text = refused(capsys, "export", folder, "--format", "parquet", "--output", tmp_path / "out")
    assert (code, "pip install 'bot-arena[analysis]'" in text) == (4, True)
    assert list((tmp_path / "out").iterdir()) == []


def test_lines_of_json_have_no_times_unless_asked_for():
    assert '"circumstances"' not in next(to_jsonl([record()]))
    assert '"circumstances"' in next(to_jsonl([record()], times=True))
