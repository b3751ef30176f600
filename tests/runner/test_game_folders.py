"""The working folders of a launcher's games: what is touched is thrown away, what is not is used again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from arena.config.model import VariantEntry
from arena.contract.outcome import Void
from arena.runner.sandbox.game_folders import GameFolders
from arena.runner.sandbox.isolation import choose
from arena.runner.system import remove_tree
from arena.variants.load import load_variant
from tests.runner.tables import job_for, setup_for


def no_layer(folder: str) -> None:
    return None


def test_living_games_have_folders_of_their_own(tmp_path: Path):
    game_folders = GameFolders(str(tmp_path), no_layer)
    first, second = game_folders.take(), game_folders.take()
    assert first.folder != second.folder
    assert os.listdir(first.folder) == os.listdir(second.folder) == []


def test_a_folder_that_nobody_touched_is_used_again(tmp_path: Path):
    game_folders = GameFolders(str(tmp_path), no_layer)
    game_folder = game_folders.take()
    game_folders.give_back(game_folder)
    assert game_folders.take() is game_folder


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
    game_folders = GameFolders(str(tmp_path), no_layer)
    game_folder = game_folders.take()
    if late:
        game_folders.give_back(game_folder)
    trace(Path(game_folder.folder))
    if not late:
        game_folders.give_back(game_folder)
    other = game_folders.take()
    assert other.folder != game_folder.folder
    assert os.listdir(other.folder) == []
    assert not os.path.isfile(f"{game_folder.folder}/note")


def test_a_folder_that_is_thrown_away_takes_its_layer_with_it(tmp_path: Path):
    made: list[int] = []

    def layer(folder: str) -> int:
        made.append(os.open(folder, os.O_RDONLY))
        return made[-1]

    game_folders = GameFolders(str(tmp_path), layer)
    one, two = game_folders.take(), game_folders.take()
    assert game_folders.layers == tuple(made) == (one.layer, two.layer)
    leaves_a_file(Path(one.folder))
    game_folders.give_back(one)
    assert game_folders.layers == (two.layer,)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(made[0])
    os.close(made[1])


def test_whoever_may_live_on_leaves_a_folder_that_nobody_gets(tmp_path: Path):
    game_folders = GameFolders(str(tmp_path), no_layer)
    game_folder = game_folders.take()
    game_folders.give_back(game_folder, alone=False)
    assert game_folders.take().folder != game_folder.folder
    assert not os.path.exists(game_folder.folder)


def test_names_tell_nothing_and_are_never_used_twice(tmp_path: Path):
    game_folders = GameFolders(str(tmp_path), no_layer)
    seen = set()
    for _ in range(20):
        game_folder = game_folders.take()
        leaves_a_file(Path(game_folder.folder))
        game_folders.give_back(game_folder)
        seen.add(game_folder.folder)
    assert len(seen) == 20


def test_a_folder_without_a_layer_is_not_left_behind(tmp_path: Path):
    def refuses(folder: str) -> int:
        raise OSError(24, "Too many open files")

    with pytest.raises(OSError, match="Too many"):
        GameFolders(str(tmp_path), refuses).take()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_removed_however_deep_it_is(tmp_path: Path):
    depth = 3000  # deeper than Python recurses, and than a path can name
    here = os.open(tmp_path, os.O_RDONLY)
    (tmp_path / "deep").mkdir()
    inner = os.open(tmp_path / "deep", os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=inner)
        deeper = os.open("d", os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        inner = deeper
    os.close(inner)
    os.close(here)
    remove_tree(str(tmp_path / "deep"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["auto", "process"])
def test_a_variant_is_prepared_outside_the_folders_of_games_that_were_or_are(worker_for, bots_home, mode):
    variants = {name: load_variant(VariantEntry(name=name, game=game)) for name, game in GAMES.items()}
    guest = "tests.guests.warms_up:make_bot"
    setup = setup_for(guest, guest, variants=variants, isolation=choose(mode, "isolation"))
    worker = worker_for(setup)
    for number, name in enumerate([*GAMES, *GAMES]):
        record = worker.play(msgspec.structs.replace(job_for(setup, number + 1), variant=name))
        assert not isinstance(record, Void), record
        assert record.forfeits == (), record.circumstances.outputs
    assert [path.name for home in bots_home.iterdir() for path in home.rglob("of this game")] == []


GAMES = {"first": "sticks(9)", "second": "sticks(14)"}
