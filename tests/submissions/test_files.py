"""What is read of a submission, and what is refused before a byte of it is unpacked or run."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from arena.runner.sandbox.isolation import PROCESS
from arena.runner.submissions import files as limits
from arena.runner.submissions.archives import files_of_zip
from arena.runner.submissions.collect import Collected, collect
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled
from tests.submissions.made import BOT, commit, wheel, write, zip_of

WALLED = Walled(PROCESS, 20.0)


def names(path: Path) -> list[str]:
    return sorted(collect(str(path), WALLED).files)


def entry(name: str, data: bytes = b"x", mode: int = 0) -> bytes:
    """Return a zip file with one entry of such a name, as it stands."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("placeholder" if "\0" in name else name)
        info.external_attr = mode << 16
        archive.writestr(info, data)
    return made.getvalue()


def test_a_folder_a_file_a_zip_and_a_zip_in_a_folder_are_the_same_bot(tmp_path: Path):
    write(tmp_path / "a", {"bot.py": BOT})
    (tmp_path / "b.zip").write_bytes(zip_of({"bot.py": BOT}))
    (tmp_path / "c.zip").write_bytes(zip_of({"ann/work/bot.py": BOT, "__MACOSX/x": "x", "ann/work/.DS_Store": "x"}))
    write(tmp_path / "d" / "inner", {"bot.py": BOT})
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "handed in.zip").write_bytes(zip_of({"ann/bot.py": BOT}))
    write(
        tmp_path / "f",
        {"bot.py": BOT, ".venv/x.py": "", "env/pyvenv.cfg": "", "env/lib/y.py": "", "__pycache__/z.pyc": ""},
    )
    found = {name: collect(str(tmp_path / name), WALLED) for name in ("a", "b.zip", "c.zip", "d", "e", "f")}
    assert {name: dict(one.files) for name, one in found.items()} == {name: {"bot.py": BOT.encode()} for name in found}
    assert len({one.digest for one in found.values()}) == 1


def test_a_package_keeps_its_folder(tmp_path: Path):
    write(tmp_path / "a", {"mine/__init__.py": "", "mine/bot.py": BOT})
    assert names(tmp_path / "a") == ["mine/__init__.py", "mine/bot.py"]


def test_what_is_committed_counts(tmp_path: Path):
    folder = write(tmp_path / "a", {"bot.py": BOT, "data/words.txt": "word\n"})
    made = commit(folder)
    (folder / "bot.py").write_text("changed")
    collected = collect(str(folder), WALLED)
    assert (collected.commit, dict(collected.files)) == (made, {"bot.py": BOT.encode(), "data/words.txt": b"word\n"})
    (folder / ".git").rename(tmp_path / "bare.git")
    assert collect(str(tmp_path / "bare.git"), WALLED) == collected


def test_a_repository_is_not_obeyed(tmp_path: Path):
    folder = write(tmp_path / "a", {"bot.py": BOT})
    commit(folder)
    touched = tmp_path / "touched"
    with (folder / ".git" / "config").open("a") as config:
        config.write(
            f'[core]\n\tfsmonitor = "touch {touched}"\n\tsshCommand = "touch {touched}"\n\tpager = "touch {touched}"\n'
        )
    assert names(folder) == ["bot.py"]
    assert not touched.exists()


@pytest.mark.parametrize("where", ["HEAD", "objects", "config"])
def test_a_damaged_repository_is_refused(tmp_path: Path, where: str):
    folder = write(tmp_path / "a", {"bot.py": BOT})
    commit(folder)
    place = folder / ".git" / where
    if place.is_dir():
        place.rename(tmp_path / "gone")
        place.mkdir()
    else:
        place.write_bytes(b"\0[")
    with pytest.raises(Refused, match="its git repository cannot be read"):
        collect(str(folder), WALLED)


def test_a_repository_elsewhere_is_refused(tmp_path: Path):
    commit(write(tmp_path / "other", {"bot.py": BOT}))
    folder = write(tmp_path / "a", {".git": f"gitdir: {tmp_path}/other/.git\n"})
    with pytest.raises(Refused, match=r"its \.git is no folder"):
        collect(str(folder), WALLED)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("../bot.py", "leads out"), ("a/../../bot.py", "leads out"), ("/etc/bot.py", "leads out"),
        ("a\\..\\bot.py", "leads out"), ("C:/bot.py", "leads out"), ("a//bot.py", "no name of a file"),
        ("./bot.py", "no name of a file"), ("a\nb.py", "no name of a file"), ("\x1b[2J.py", "no name of a file"),
        ("a/" * 20 + "b.py", "16 folders"), ("a" * 201, "200 bytes"),
    ],
)  # fmt: skip
def test_names_in_zip_files_that_are_refused(name: str, problem: str):
    with pytest.raises(Refused, match=problem):
        files_of_zip(entry(name))


def test_links_are_refused_in_zip_files_and_folders(tmp_path: Path):
    with pytest.raises(Refused, match="is a link"):
        files_of_zip(entry("bot.py", b"/etc/passwd", stat.S_IFLNK | 0o777))
    folder = write(tmp_path / "a", {"bot.py": BOT})
    (folder / "secret").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="secret is a link"):
        collect(str(folder), WALLED)
    (tmp_path / "b").symlink_to(folder)
    with pytest.raises(Refused, match="it is a link"):
        collect(str(tmp_path / "b"), WALLED)
    (tmp_path / "c.py").symlink_to(folder / "bot.py")
    with pytest.raises(Refused, match="it is a link"):
        collect(str(tmp_path / "c.py"), WALLED)


def test_what_is_no_plain_file_is_refused(tmp_path: Path):
    folder = write(tmp_path / "a", {"bot.py": BOT})
    os.mkfifo(folder / "pipe")
    with pytest.raises(Refused, match="neither a file nor a folder"):
        collect(str(folder), WALLED)
    os.mkfifo(tmp_path / "b.zip")
    with pytest.raises(Refused, match="no plain file"):
        collect(str(tmp_path / "b.zip"), WALLED)


def test_a_zip_file_that_grows_is_unpacked_no_further_than_allowed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MOST_OF_ONE", 1 << 20)
    bomb = zip_of({"bot.py": BOT, "data": b"\0" * (8 << 20)})
    assert len(bomb) < 20_000
    with pytest.raises(Refused, match="data has more than 1 MiB"):
        files_of_zip(bomb)
    monkeypatch.setattr(limits, "MOST_BYTES", 2 << 20)
    with pytest.raises(Refused, match="more than 2 MiB together"):
        files_of_zip(zip_of({f"data{number}": b"\0" * (1 << 20) for number in range(3)}))


def test_the_size_that_a_zip_file_says_of_a_file_is_not_believed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MOST_OF_ONE", 1 << 20)
    bomb = bytearray(zip_of({"data": b"\0" * (4 << 20)}))
    at = bomb.rindex(b"PK\x01\x02")
    bomb[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(Refused, match=r"damaged|more than 1 MiB"):
        files_of_zip(bytes(bomb))


def test_huge_files_are_refused_unread(tmp_path: Path):
    folder = write(tmp_path / "a", {"bot.py": BOT})
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 40)  # of holes
    with pytest.raises(Refused, match="huge has more than 32 MiB"):
        collect(str(folder), WALLED)
    with (tmp_path / "b.zip").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(Refused, match="it has more than 64 MiB"):
        collect(str(tmp_path / "b.zip"), WALLED)


def test_too_many_files_are_refused(tmp_path: Path):
    many = {f"{number}.txt": "" for number in range(limits.MOST_FILES + 1)}
    with pytest.raises(Refused, match="more than 1000 files"):
        files_of_zip(zip_of(many))
    with pytest.raises(Refused, match="lists more than 4000"):
        files_of_zip(zip_of({f"{number}/": "" for number in range(4 * limits.MOST_FILES + 1)}))
    with pytest.raises(Refused, match="more than 1000 files"):
        collect(str(write(tmp_path / "a", many)), WALLED)


def test_a_long_list_in_a_zip_file_is_not_read(monkeypatch: pytest.MonkeyPatch):
    def read(*given: object) -> None:
        raise AssertionError("Python's reader was let near it")

    monkeypatch.setattr(zipfile, "ZipFile", read)
    end = b"PK\x05\x06" + b"\0" * 4 + (1).to_bytes(2, "little") * 2 + (1 << 30).to_bytes(4, "little") + b"\0" * 6
    for data in (end, b"PK\x06\x07" + b"\0" * 16 + end[:12] + b"\0" * 10, b"", b"no zip file"):
        with pytest.raises(Refused):
            files_of_zip(data)


@pytest.mark.parametrize(
    "change", [lambda data: data[:-30], lambda data: data[40:], lambda data: b"\xff" * 99 + data[99:]]
)
def test_damaged_zip_files_are_refused(change):
    with pytest.raises(Refused, match="damaged"):
        files_of_zip(change(zip_of({"bot.py": BOT * 50})))


def test_encrypted_files_are_refused():
    data = bytearray(entry("bot.py"))
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Refused, match="encrypted"):
        files_of_zip(bytes(data))


def test_a_file_cannot_be_a_folder_too():
    with pytest.raises(Refused, match="a is a file and a folder"):
        files_of_zip(zip_of({"a": "x", "a/b.py": "y"}))


def test_wheels_keep_all_their_files(tmp_path: Path):
    path = wheel(tmp_path, "mine", "1.0", {"mine.py": BOT, "mine/.hidden": "x"}, bots="mine:make_bot")
    collected = collect(str(path), WALLED)
    assert collected.wheel and "mine/.hidden" in collected.files


@pytest.mark.parametrize("name", ["a.rar", "b.tar.gz", "README", "c.txt"])
def test_other_files_are_told_what_is_taken(tmp_path: Path, name: str):
    (tmp_path / name).write_text("x")
    with pytest.raises(Refused, match="it is not a folder, a zip file, a wheel, a git repository or a Python file"):
        collect(str(tmp_path / name), WALLED)


def test_what_is_not_there_any_more_is_refused(tmp_path: Path):
    with pytest.raises(Refused, match=r"gone\.py cannot be read \(No such file"):
        collect(str(tmp_path / "gone.py"), WALLED)


def test_every_change_has_another_hash():
    one = Collected({"a": b"bc"})
    others = [
        Collected({"ab": b"c"}),
        Collected({"a": b"b", "c": b""}),
        Collected({"a": b"bc"}, wheel=True),
        Collected({}),
    ]
    assert len({one.digest, *(other.digest for other in others)}) == 5
