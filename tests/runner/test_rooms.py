"""The working folders of a template's games: what is touched is thrown away, what is not is used again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.runner.rooms import Rooms


def no_layer(folder: str) -> None:
    return None


def test_living_games_have_folders_of_their_own(tmp_path: Path):
    rooms = Rooms(str(tmp_path), no_layer)
    first, second = rooms.take(), rooms.take()
    assert first.folder != second.folder
    assert os.listdir(first.folder) == os.listdir(second.folder) == []


def test_a_folder_that_nobody_touched_is_used_again(tmp_path: Path):
    rooms = Rooms(str(tmp_path), no_layer)
    room = rooms.take()
    rooms.give_back(room)
    assert rooms.take() is room


def leaves_a_file(folder: Path) -> None:
    (folder / "note").write_text("to my next self")


def leaves_a_trace_in_its_times(folder: Path) -> None:
    os.utime(folder, (1, 1))


def leaves_a_trace_in_its_rights(folder: Path) -> None:
    folder.chmod(0o750)


def takes_it_away(folder: Path) -> None:
    folder.rmdir()


def puts_another_in_its_place(folder: Path) -> None:
    folder.rename(folder.with_name("mine"))
    folder.mkdir()


def puts_a_link_in_its_place(folder: Path) -> None:
    folder.rename(folder.with_name("mine"))
    folder.symlink_to(folder.with_name("mine"))


def leaves_an_attribute(folder: Path) -> None:
    try:
        os.setxattr(folder, "user.note", b"to my next self")
    except OSError:
        pytest.skip("this file system has no attributes for users")


TRACES = [leaves_a_file, leaves_a_trace_in_its_times, leaves_a_trace_in_its_rights, takes_it_away,
          puts_another_in_its_place, puts_a_link_in_its_place, leaves_an_attribute]  # fmt: skip


@pytest.mark.parametrize("trace", TRACES)
@pytest.mark.parametrize("late", [False, True], ids=["in its game", "after its game"])
def test_a_folder_that_was_touched_is_no_other_games(tmp_path: Path, trace: Callable[[Path], None], late: bool):
    rooms = Rooms(str(tmp_path), no_layer)
    room = rooms.take()
    if late:
        rooms.give_back(room)
    trace(Path(room.folder))
    if not late:
        rooms.give_back(room)
    other = rooms.take()
    assert other.folder != room.folder
    assert os.listdir(other.folder) == []
    assert not os.path.isfile(f"{room.folder}/note")


def test_a_folder_that_is_thrown_away_takes_its_layer_with_it(tmp_path: Path):
    made: list[int] = []

    def layer(folder: str) -> int:
        made.append(os.open(folder, os.O_RDONLY))
        return made[-1]

    rooms = Rooms(str(tmp_path), layer)
    one, two = rooms.take(), rooms.take()
    assert rooms.layers == tuple(made) == (one.layer, two.layer)
    leaves_a_file(Path(one.folder))
    rooms.give_back(one)
    assert rooms.layers == (two.layer,)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(made[0])
    os.close(made[1])
