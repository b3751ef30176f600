"""Sums that say something else than the games: told by `arena doctor`, let go of, and made again."""

from __future__ import annotations

from functools import partial

import pytest
import zstandard

from arena.cli.main import main
from arena.errors import EXIT_RUN
from arena.parallel import share
from arena.records.compression import checksum
from arena.records.kept_sums import SUMS
from arena.records.results import ResultsFolder
from arena.report.sums import kept
from arena.report.sums.check import wrong_sums
from arena.report.sums.packed import pack, unpack
from tests.databases import database
from tests.report.test_kept_sums import full, small_parts, summed
from tests.report.test_written_sums import write

__all__ = ["small_parts"]  # a fixture


def status(*words: str) -> int:
    """Return the exit status of a command."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(str(ended.value.code))


def falsify(folder, level: int, place: int) -> None:
    """Have a part of the sums count a game more, with a checksum that holds."""
    with database(folder / SUMS) as base:
        where = "WHERE level = ? AND place = ?"
        data = base.execute(f"SELECT data FROM parts {where}", (level, place)).fetchone()[0]
        gathered = unpack(zstandard.decompress(data))
        gathered.games += 1
        false = zstandard.compress(pack(gathered))
        base.execute(f"UPDATE parts SET data = ?, sum = ? {where}", (false, checksum(false), level, place))


@pytest.mark.parametrize("workers", [1, 2])
def test_sums_are_what_their_games_add_up_to_whoever_made_them(tmp_path, workers, monkeypatch):
    monkeypatch.setattr(kept, "WORTH_SHARING", 1)
    write(tmp_path, 0, 47)
    assert wrong_sums(ResultsFolder(tmp_path), share=partial(share, workers=workers)) == []
    (tmp_path / SUMS).unlink()
    assert wrong_sums(ResultsFolder(tmp_path)) == []
    summed(tmp_path)
    assert wrong_sums(ResultsFolder(tmp_path), share=partial(share, workers=workers)) == []


def test_doctor_tells_of_sums_that_are_wrong_and_mends_them(tmp_path, capsys):
    write(tmp_path, 0, 47)
    falsify(tmp_path, 2, 1)
    assert summed(tmp_path) != full(tmp_path)
    assert wrong_sums(ResultsFolder(tmp_path)) == [(2, 1)]
    assert status("doctor", str(tmp_path)) == EXIT_RUN
    assert "sums.sqlite says of 1 part of the games something else" in capsys.readouterr().out
    assert status("doctor", str(tmp_path), "--mend") == 0
    assert "let go of these sums" in capsys.readouterr().out
    assert status("doctor", str(tmp_path)) == 0
    assert summed(tmp_path) == full(tmp_path)
    assert wrong_sums(ResultsFolder(tmp_path)) == []
