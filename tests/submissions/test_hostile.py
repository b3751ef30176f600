"""What was handed in to stop the run, to fill the machine or to play as somebody else: refused, each alone."""

from __future__ import annotations

import io
import marshal
import os
import time
from collections.abc import Mapping
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from arena.config.model import BotEntry
from arena.config.read import read_tournament
from arena.config.submissions import names_of
from arena.errors import BotError, Complaints, RunError
from arena.runner.plugin import bytecode, revisions
from arena.runner.sandbox.isolation import PROCESS, Isolation
from arena.runner.sandbox.keeper import EXIT_UNCONFINED
from arena.runner.submissions import admission, environment
from arena.runner.submissions.admission import LONGEST, _admitted
from arena.runner.submissions.admitted import Admitted
from arena.runner.submissions.archives import files_of_zip
from arena.runner.submissions.build import asked_for
from arena.runner.submissions.collect import Collected, collect
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.metadata import tags_of
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.shape import Unbuilt, of_wheel, shape_of
from arena.runner.submissions.walled import ProgramEnd, Walled, _printed
from arena.runner.submissions.wheelhouse import Wheelhouse
from tests.submissions.made import BOT, project, wheel_files, write, zip_of

LATER = project("eve", "bot").replace("version", f'requires-python = ">={"1" * 5000}"\nversion')
WALLED = Walled(PROCESS, 20.0)


def admitted(path: Path) -> Admitted:
    return _admitted(BotEntry(name="eve", submission=str(path)), Installer(Wheelhouse(""), WALLED), WALLED)


def test_only_the_keeper_says_that_walls_are_missing():
    def end(said: bytes) -> str:
        return _printed(EXIT_UNCONFINED, io.BytesIO(), io.BytesIO(b"on purpose"), io.BytesIO(said)).problem

    assert end(b"") == f"exit status {EXIT_UNCONFINED}"
    with pytest.raises(RunError, match="no namespaces"):
        end(b"no namespaces")


def test_all_programs_of_a_submission_share_one_limit(monkeypatch: pytest.MonkeyPatch):
    within = Walled(PROCESS, LONGEST).for_one()
    later = time.monotonic() + LONGEST
    monkeypatch.setattr(time, "monotonic", lambda: later)
    with pytest.raises(Refused, match="it took more than 120 s"):
        within.run(["true"], [])


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"requirements.txt": 'numpy; platform_machine ~= "x"'}, "a condition that cannot be worked out"),
        ({"requirements.txt": 'numpy; "x" in extras'}, "a condition that cannot be worked out"),
        ({"requirements.txt": "numpy>=" + "1" * 5000}, "has more than 1000 characters"),
        ({"pyproject.toml": LATER}, "has more than 1000 characters"),
        ({"pyproject.toml": "[project]\nq = " + "1" * 5000}, "its pyproject.toml cannot be read"),
    ],
)  # fmt: skip
def test_what_readers_choke_on_is_refused(tmp_path: Path, files: Mapping[str, str], problem: str):
    assert problem in admitted(write(tmp_path / "eve", {"bot.py": BOT, **files})).refused


def test_an_empty_name_in_a_zip_file_is_damage():
    data = bytearray(zip_of({"b": BOT}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 28 : at + 30] = (0).to_bytes(2, "little")  # no name,
    data[at + 30 : at + 32] = (1).to_bytes(2, "little")  # and what was one is an extra field
    with pytest.raises(Refused, match=r"damaged|no name"):
        files_of_zip(bytes(data))


def test_what_nobody_foresaw_is_a_refusal_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(admission, "collect", fail)
    assert admitted(tmp_path).refused == "it could not be read: ZeroDivisionError"


def class_of(folder: Path, pattern: str) -> Path:
    """Write a tournament file over what a pattern finds."""
    file = folder / "t.yaml"
    file.write_text(f"name: x\nvariants: [{{game: nim(2)}}]\nbots: {{from: '{pattern}'}}\n")
    return file


def test_a_name_that_is_no_utf_8_is_told(tmp_path: Path):
    write(tmp_path / "in", {"ann.py": BOT})
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/in/M\xfcller.py")).write_text(BOT)
    with pytest.raises(Complaints, match=r"bots\.from: the name '.*M\\udcfcller\.py' is not written in UTF-8"):
        read_tournament(class_of(tmp_path, "in/*"))


def test_who_links_to_anothers_files_is_refused(tmp_path: Path):
    write(tmp_path / "in" / "ann" / "project", {"bot.py": BOT})
    (tmp_path / "in" / "eve").mkdir()
    (tmp_path / "in" / "eve" / "project").symlink_to("../ann/project")
    (tmp_path / "in" / "fay").symlink_to("ann")
    (tmp_path / "linked").symlink_to("in")  # the teacher's own
    bots = {bot.name: bot.submission for bot in read_tournament(class_of(tmp_path, "linked/*/project/bot.py")).bots}
    assert sorted(bots) == ["ann", "eve", "fay"]
    assert collect(bots["ann"], WALLED).files == {"bot.py": BOT.encode()}
    for name in ("eve", "fay"):
        with pytest.raises(Refused, match="it is a link"):
            collect(bots[name], WALLED)


def test_nobody_takes_anothers_name():
    assert names_of(["-ann.py", "ann.py", "ann.zip", "ann-2"], ()) == ["ann-3", "ann", "ann-4", "ann-2"]


def test_long_sources_are_left_to_the_bots_process(tmp_path: Path):
    data = "#" * (256 << 10)
    bytecode.compile_modules(str(write(tmp_path, {"long.py": f"{data}\n", "short.py": data})))
    assert [path.name.partition(".")[0] for path in (tmp_path / "__pycache__").iterdir()] == ["short"]


@pytest.mark.soak
def test_a_source_that_fills_the_memory_of_its_compiler_stands_in_nobodys_way(tmp_path: Path):
    tries = "".join(f"{' ' * level}try:\n{' ' * level} a\n{' ' * level}finally:\n" for level in range(1, 20))
    bytecode.compile_modules(str(write(tmp_path, {"a.py": f"def f():\n{tries}{' ' * 20}b\n", "b.py": "x = 1\n"})))
    assert [path.name.partition(".")[0] for path in (tmp_path / "__pycache__").iterdir()] == ["b"]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"bot.py": BOT + "#" * (256 << 10)}, r"longer than 256 KiB, so not looked at: bot\.py"),
        ({f"b{n}.py": BOT + "#" * (200 << 10) for n in range(6)}, "have more than 1024 KiB together"),
        ({"pyproject.toml": "#" * (65 << 10)}, "its pyproject.toml has more than 64 KiB"),
        ({"pyproject.toml": "[build-system]\nbuild-backend = '" + "a" * 201 + "'"}, "names than 200 characters"),
        ({"pyproject.toml": f"[build-system]\nbackend-path = {['é' * 150] * 11}"}, "more than 10 paths"),
        ({"pyproject.toml": "a." * 21 + "b = 1"}, "a name with more than 20 dots"),
        ({"pyproject.toml": "[" + "'a' . \"b\"." * 11 + "c]"}, "a name with more than 20 dots"),
    ],
)
def test_what_is_read_whole_is_short(files: Mapping[str, str], problem: str):
    with pytest.raises(Refused, match=problem):
        shape_of(Collected({name: text.encode() for name, text in files.items()}))


def test_dots_in_a_few_names_do_no_harm():
    text = project("eve", "bot") + "[tool.a.b]\nx.y = '1.2.3'\n" + "".join(f"k{n}.z = '...'\n" for n in range(50))
    assert shape_of(Collected({"pyproject.toml": text.encode(), "bot.py": BOT.encode()}))


@pytest.mark.parametrize(
    "tag", ["a" * 200 + "-b-c", "-".join([".".join("a" * 20)] * 3), "\nTag: ".join([".".join("a" * 20) + "-b-c"] * 60)]
)
def test_wheels_for_too_many_systems_are_refused(tag: str):
    with pytest.raises(Refused, match=r"more than 200 characters|more than 1000 systems"):
        tags_of({"x-1.dist-info/WHEEL": f"Tag: {tag}\n".encode()})


def test_what_a_build_asks_for_is_short(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Walled, "run", lambda *given, **more: ProgramEnd(b"[" + b" " * (64 << 10) + b"]", ""))
    with pytest.raises(Refused, match="its build says too much"):
        asked_for(Unbuilt("x", ()), "/x", (), WALLED)


def test_a_repository_of_too_many_files_is_not_looked_into():
    line = b"100644 blob %s\tname" % (b"0" * 40)

    def git(*words: str, given: bytes = b"") -> bytes:
        assert words[0] in ("rev-parse", "ls-tree")
        return b"0" * 40 if words[0] == "rev-parse" else (line + b"\0") * 100_001

    _, files = revisions.committed_files(git, "HEAD", Path(), "x")
    with pytest.raises(BotError, match="more than 100000 files"):
        next(files)


def test_what_plays_is_what_is_read():
    compiled = ("eve/__pycache__/__init__.cpython-311.pyc", "eve/old.pyc", "eve-1.data/purelib/__pycache__/x.pyc")
    files = {"eve/__init__.py": BOT, "eve/old.py": "", "eve/alone.pyc": "", **dict.fromkeys(compiled, "other")}
    whole = wheel_files("eve", "1", files, bots="eve:make_bot")
    shape = of_wheel({name: text.encode() for name, text in whole.items()})
    placed = {name for name in shape.files if "dist-info" not in name}
    assert placed == {"eve/__init__.py", "eve/old.py", "eve/alone.pyc"}


def test_what_was_made_without_walls_is_not_taken_for_what_is_made_behind_them(tmp_path: Path):
    collected = collect(str(write(tmp_path / "eve", {"bot.py": BOT})), WALLED)
    folders = [
        Installer(Wheelhouse(""), Walled(Isolation("auto", layers), 20.0)).install("eve", collected).folder
        for layers in ((), ("landlock",), ())
    ]
    assert folders[0] == folders[2] != folders[1]


def compiled(source: str = "x = 1\n") -> bytes:
    """Return a compiled module."""
    return MAGIC_NUMBER + b"\0" * 12 + marshal.dumps(compile(source, "x.py", "exec"))


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"eve/alone.pyc": compiled()}, "eve/alone.pyc: compiled Python without its source"),
        ({"eve/table.dat": compiled()}, "eve/table.dat: compiled Python without its source"),
        ({"eve/__pycache__/x.cpython-311.pyc": compiled()}, ""),  # left out
        ({"eve/more.zip": zip_of({"more.pyc": compiled()})}, "eve/more.zip holds more.pyc: compiled Python"),
        ({"eve/data.bin": b"#!\n" + zip_of({"more.pyc": compiled()})}, "eve/data.bin holds more.pyc"),
        ({"eve/words.txt": b"ab\r\ncd" * 9}, ""),
    ],
)
def test_compiled_python_is_refused_whatever_it_is_called(
    tmp_path: Path, files: Mapping[str, bytes], problem: str
) -> None:
    whole = {**wheel_files("eve", "1", {"eve/__init__.py": BOT}, bots="eve:make_bot"), **files}
    (tmp_path / "eve-1-py3-none-any.whl").write_bytes(zip_of(whole))
    made = admitted(tmp_path / "eve-1-py3-none-any.whl")
    assert problem in made.refused and bool(problem) == bool(made.refused)


def test_compiled_python_in_a_folder_is_refused_too(tmp_path: Path):
    write(tmp_path / "eve", {"bot.py": BOT})
    (tmp_path / "eve" / "table.dat").write_bytes(compiled())
    assert "table.dat: compiled Python" in admitted(tmp_path / "eve").refused


def test_what_nobody_can_read_is_named(tmp_path: Path):
    write(tmp_path / "eve", {"bot.py": BOT})
    (tmp_path / "eve" / "fast.so").write_bytes(b"\x7fELF" + b"\0" * 60)
    (tmp_path / "eve" / "more.zip").write_bytes(zip_of({"more.py": "x = 1\n"}))
    (tmp_path / "eve" / "table.npz").write_bytes(zip_of({"table.npy": b"x"}))
    assert admitted(tmp_path / "eve").facts()["unread"] == "fast.so (machine code), more.zip (modules in an archive)"


def test_machine_code_that_a_build_makes_here_is_not_named(tmp_path: Path):
    from tests.submissions.test_install import built

    code = r"open('x.so', 'wb').write(b'\x7fELF' + bytes(60))"
    made = admitted(built(tmp_path / "eve", code))
    assert made.environment is not None and "unread" not in made.facts()


def test_modules_are_compiled_within_the_time_that_a_submission_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    given: list[float] = []
    monkeypatch.setattr(environment, "compile_modules", lambda place, seconds: given.append(seconds))
    within = Walled(PROCESS, 20.0).for_one()
    later = time.monotonic() + 15.0
    monkeypatch.setattr(time, "monotonic", lambda: later)
    collected = collect(str(write(tmp_path / "eve", {"bot.py": BOT})), within)
    Installer(Wheelhouse(""), within).install("eve", collected, within)
    assert len(given) == 1 and 0 < given[0] <= 5.0
    bytecode.compile_modules(str(tmp_path / "eve"), 0.0)
    assert not (tmp_path / "eve" / "__pycache__").exists()
