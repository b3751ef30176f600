"""Results whose file of games is damaged: each command that reads them says so in a line, with its status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.errors import EXIT_RUN
from tests.databases import database
from tests.report.test_written_sums import write


def foreign(file: Path) -> None:
    file.unlink()
    with database(file) as base:
        base.execute("CREATE TABLE notes (text)")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "rubbish": lambda file: file.write_bytes(bytes(range(256)) * 40),
    "foreign": foreign,
    "cut": lambda file: file.write_bytes(b"SQLite format 3\0" + b"\1" * 500),
}
COMMANDS = [
    ("report", "t"), ("log", "t", "--bot", "first"), ("export", "t"), ("export", "t", "--format", "csv"),
    ("replay", "t/sticks/first-vs-random/0001/1"), ("compare", "t", "t"), ("doctor", "t"),
    ("ask", "first", "t/sticks/first-vs-random/0001/1", "1"),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_damaged_file_is_told_in_a_line(
    words: tuple[str, ...], damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "results" / "t"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    (folder / "games.sqlite").touch()
    DAMAGES[damage](folder / "games.sqlite")
    with pytest.raises(SystemExit) as end:
        main(list(words))
    said = capsys.readouterr()
    assert end.value.code == EXIT_RUN
    assert "damaged" in said.out + said.err or "not a database" in said.out + said.err, said


@pytest.mark.parametrize(
    "change", ["record = ''", "record = 7", "record = 1e300", "id = x'00ff'", "number = 9223372036854775807"]
)
def test_what_no_run_writes_is_told_or_read(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "results" / "t", 0, 3)
    monkeypatch.chdir(tmp_path)
    with database(tmp_path / "results" / "t" / "games.sqlite") as base:
        base.execute(f"UPDATE games SET {change} WHERE rowid = (SELECT max(rowid) FROM games)")
    for words in (("report", "t"), ("export", "t", "--format", "csv"), ("compare", "t", "t"), ("results",)):
        with pytest.raises(SystemExit) as end:
            main(list(words))
        assert end.value.code in (0, EXIT_RUN), words
        said = capsys.readouterr().err
        assert end.value.code == 0 or "damaged" in said or "no whole tournament" in said, words
