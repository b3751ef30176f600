"""Environments of submissions: what is a bot, which wheels it gets, how it is built, and what is kept."""

from __future__ import annotations

import codecs
import os
import time
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.runner.sandbox.isolation import Isolation, choose, offered
from arena.runner.submissions import kept
from arena.runner.submissions.admitted import Environment
from arena.runner.submissions.collect import Collected, collect
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.provided import provided
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.shape import Shape, shape_of
from arena.runner.submissions.walled import Walled
from arena.runner.submissions.wheelhouse import Wheelhouse
from tests.submissions.made import BACKEND, BOT, BUILT, project, wheel, wheel_files, write, zip_of

OLD = project("mine", "x").replace("[project]", '[project]\nrequires-python = "<3"')
WALLED = Walled(choose("auto", "isolation"), 30.0)
SANDBOX = {"landlock", "namespaces"} <= offered()


def install(path: Path, wheels: Path | None = None, walled: Walled = WALLED) -> Environment:
    house = Wheelhouse("" if wheels is None else str(wheels))
    return Installer(house, walled).install(path.name, collect(str(path), walled))


def refusal(path: Path, wheels: Path | None = None, walled: Walled = WALLED) -> str:
    with pytest.raises(Refused) as refused:
        install(path, wheels, walled)
    return refused.value.reason


def test_plain_files(tmp_path: Path):
    made = install(write(tmp_path / "a", {"mine.py": BOT, "helper.py": "", "words.txt": "x"}))
    assert (made.plugin.value, len(made.paths)) == ("mine:make_bot", 1)
    assert sorted(path.name for path in Path(made.paths[0]).iterdir() if path.is_file()) == [
        "helper.py",
        "mine.py",
        "words.txt",
    ]
    assert made.plugin.place is not None and made.plugin.place.file == f"{made.paths[0]}/mine.py"


def test_of_several_factories_that_of_bot_py_is_taken(tmp_path: Path):
    assert install(write(tmp_path / "a", {"bot.py": BOT, "old.py": BOT})).plugin.value == "bot:make_bot"
    assert "call the one that plays bot.py" in refusal(write(tmp_path / "b", {"new.py": BOT, "old.py": BOT}))


@pytest.mark.parametrize("inside", ["", "src/"])
def test_a_package_that_is_taken_as_it_lies(tmp_path: Path, inside: str):
    files = {"pyproject.toml": project("mine", "pack.bot", ("bot-arena>=0.1",)), f"{inside}pack/bot.py": BOT}
    made = install(write(tmp_path / "a", {**files, f"{inside}pack/data.txt": "x"}))
    assert (made.plugin.value, made.plugin.distribution, made.plugin.version) == ("pack.bot:make_bot", "mine", "1.0")
    assert (Path(made.paths[0]) / "pack" / "data.txt").read_text() == "x"


def test_a_pyproject_of_settings_alone_makes_no_package(tmp_path: Path):
    assert (
        install(write(tmp_path / "a", {"pyproject.toml": "[tool.ruff]\n", "bot.py": BOT})).plugin.value
        == "bot:make_bot"
    )


@pytest.mark.parametrize("name", ["bot-1.py", "Rosa Müller.py", "12345_bot.py"])
def test_a_file_whose_name_no_module_has_plays_as_bot(tmp_path: Path, name: str):
    made = install(write(tmp_path / "a", {name: BOT, "helper.py": ""}))
    assert made.plugin.value == "bot:make_bot"
    assert {"bot.py", "helper.py"} == {path.name for path in Path(made.paths[0]).iterdir() if path.is_file()}


def test_a_wheel(tmp_path: Path):
    path = wheel(
        tmp_path, "mine", "2.0", {"pack/__init__.py": BOT, "mine-2.0.data/purelib/more.py": ""}, bots="pack:make_bot"
    )
    made = install(path)
    assert (made.plugin.value, made.plugin.version) == ("pack:make_bot", "2.0")
    assert (Path(made.paths[0]) / "more.py").is_file()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_requirements_are_read_as_the_shells_of_windows_write_them(encoding: str):
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    files = {"bot.py": BOT.encode(), "requirements.txt": mark + "numpy>=1 # for sums\r\nscipy\r\n".encode(encoding)}
    shape = shape_of(Collected(files))
    assert isinstance(shape, Shape) and [str(one) for one in shape.requires] == ["numpy>=1", "scipy"]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"notes.txt": "x"}, "neither a pyproject.toml nor a Python file at its top (notes.txt)"),
        ({"bot.py": "x = 1\n"}, "no Python file at its top has a make_bot (bot.py)"),
        ({"bot.py": BOT.encode("utf-16")}, "bot.py is written in UTF-16: save it in UTF-8"),
        ({"bot.py": BOT, "pyproject.toml": "[project]".encode("utf-16")}, "pyproject.toml is written in UTF-16"),
        ({"bot.py": "def make_bot(:\n"}, "bot.py cannot be read as Python"),
        ({"bot.py": "(" * 5000 + "def make_bot"}, "bot.py cannot be read as Python"),
        ({"my-bot.py": BOT, "bot.py": ""}, "no name of a Python module, and bot is taken"),
        ({"my-bot.py": BOT, "bot/data.txt": ""}, "no name of a Python module, and bot is taken"),
        ({"random.py": BOT}, "called random, as one that Python or the arena has"),
        ({"bot.py": BOT, "requirements.txt": "-r /etc/passwd\n"}, "only names and versions"),
        ({"bot.py": BOT, "requirements.txt": "x @ file:///etc/passwd\n"}, "name a version, not a place"),
        ({"bot.py": BOT, "requirements.txt": "no such thing!\n"}, "is no requirement"),
        ({"pyproject.toml": "[project\n"}, "its pyproject.toml cannot be read"),
        ({"pyproject.toml": "[project]\nname = 'x'\n", "x.py": BOT}, "registers no bot"),
        ({"pyproject.toml": project("mine", "numpy.bot"), "numpy/bot.py": BOT}, "called numpy"),
        ({"pyproject.toml": project("mine", "x.y z"), "x.py": BOT}, "is no module:factory"),
        ({"pyproject.toml": project("mine", "x") + 'two = "x:other"\n', "x.py": BOT}, "one bot is handed in, not"),
        ({"pyproject.toml": OLD, "x.py": BOT},
         "it is for Python <3"),
        ({"pyproject.toml": BUILT + 'backend-path = ["/tmp"]\n'}, "leads out of its folder"),
        ({"pyproject.toml": "[build-system]\nrequires = 3\n"}, "no table of lists"),
    ],
)  # fmt: skip
def test_what_is_no_bot_is_told_why(tmp_path: Path, files: dict[str, str | bytes], problem: str):
    assert problem in refusal(write(tmp_path / "a", files))


def test_wheels_that_are_none_are_told_why(tmp_path: Path):
    for name, files, bots, problem in (
        ("a", {"x.py": BOT}, "", "registers no bot"),
        ("b", {"x.py": BOT}, "y:make_bot", "has no module y"),
        ("c", {"x.py": BOT, "other-1.dist-info/METADATA": "x"}, "x:make_bot", "no folder .dist-info, or several"),
    ):
        assert problem in refusal(wheel(tmp_path, name, "1", files, bots=bots))
    files = wheel_files("d", "1", {"x.py": BOT}, bots="x:make_bot")
    (tmp_path / "d.whl").write_bytes(
        zip_of({name: text.replace("py3-none-any", "py3-none-win32") for name, text in files.items()})
    )
    assert refusal(tmp_path / "d.whl") == "its wheel is for another system (py3-none-win32)"


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    for version in ("1.0", "2.0", "3.0rc1"):
        wheel(folder, "dep", version, {"dep.py": f"version = {version!r}\n"})
    wheel(folder, "upper", "1.0", {"upper.py": ""}, ("dep<2", "missing; python_version < '3'", "more; extra == 'all'"))
    wheel(folder, "more", "1.0", {"more.py": ""})
    return folder


@pytest.mark.parametrize(
    ("needs", "chosen"),
    [
        (("dep",), ("dep 2.0",)),
        (("dep<2",), ("dep 1.0",)),
        (("dep>2",), ("dep 3.0rc1",)),
        (("dep", "upper"), ("dep 1.0", "upper 1.0")),
        (("upper[all]",), ("dep 1.0", "more 1.0", "upper 1.0")),
        (("numpy", "bot-arena", "Dep"), ("dep 2.0",)),
        (("missing; python_version < '3'",), ()),
    ],
)
def test_which_wheels_are_taken(tmp_path: Path, wheels: Path, needs: tuple[str, ...], chosen: tuple[str, ...]):
    made = install(write(tmp_path / "a", {"bot.py": BOT, "requirements.txt": "\n".join(needs)}), wheels)
    assert made.wheels == chosen
    assert len(made.paths) == 1 + len(chosen)


@pytest.mark.parametrize(
    ("needs", "problem"),
    [
        ("missing>=2", "it needs missing>=2, which the folder of wheels does not have"),
        ("dep>=9", "it needs dep>=9, which the folder of wheels does not have (of dep: 1.0, 2.0, 3.0rc1)"),
        ("dep>=2\nupper", "it needs dep"),
        ("numpy<1", f"it needs numpy<1, and the arena has numpy {provided()['numpy']}"),
        ("bot-arena>=99", "it needs bot-arena>=99, and the arena has bot-arena"),
    ],
)
def test_wheels_that_are_not_there_are_told(tmp_path: Path, wheels: Path, needs: str, problem: str):
    assert problem in refusal(write(tmp_path / "a", {"bot.py": BOT, "requirements.txt": needs}), wheels)


def test_without_a_folder_of_wheels_it_is_told(tmp_path: Path):
    path = write(tmp_path / "a", {"bot.py": BOT, "requirements.txt": "missing"})
    assert refusal(path) == "it needs missing, and no folder of wheels is named"


def test_a_bad_wheel_of_the_teacher_is_the_teachers_error(tmp_path: Path, wheels: Path):
    (wheels / "bad-1.0-py3-none-any.whl").write_text("x")
    with pytest.raises(ConfigError, match=r"bad-1\.0-py3-none-any\.whl: this wheel cannot be read"):
        install(write(tmp_path / "a", {"bot.py": BOT, "requirements.txt": "bad"}), wheels)
    (wheels / "bad.whl").write_text("x")
    with pytest.raises(ConfigError, match=r"bad\.whl: this is not called like a wheel"):
        Wheelhouse(str(wheels))


def test_environments_and_wheels_are_made_once(tmp_path: Path, wheels: Path, cache: Path):
    one = write(tmp_path / "a", {"bot.py": BOT, "requirements.txt": "dep"})
    two = write(tmp_path / "b", {"bot.py": f"{BOT}# other\n", "requirements.txt": "dep"})
    first, second = install(one, wheels), install(two, wheels)
    assert first.paths[1:] == second.paths[1:] and first.paths[0] != second.paths[0]
    assert len(list((cache / "bots").iterdir())) == 2 and len(list((cache / "wheels").iterdir())) == 1
    made = first.folder.stat().st_ino
    assert install(one, wheels) == first and first.folder.stat().st_ino == made
    write(one, {"bot.py": f"{BOT}# changed\n"})
    assert install(one, wheels).folder != first.folder


def test_what_is_not_used_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path):
    first, second, third = (install(write(tmp_path / name, {"bot.py": f"{BOT}# {name}\n"})) for name in "abc")
    old = time.time() - 100 * 86_400
    os.utime(first.folder, (old, old))
    os.utime(third.folder, (old, old))
    kept.tidy({third.folder})
    assert {path.name for path in (cache / "bots").iterdir()} == {second.folder.name, third.folder.name}
    monkeypatch.setattr(kept, "_MOST_BYTES", 0)
    kept.tidy({third.folder})
    assert second.folder.is_dir()  # somebody may be playing with it
    left = cache / "bots" / f"{kept.BEING_MADE}x"
    left.mkdir()
    for folder in (second.folder, left):
        os.utime(folder, (old + 98 * 86_400,) * 2)
    kept.tidy({third.folder})
    assert {path.name for path in (cache / "bots").iterdir()} == {third.folder.name}


def built(folder: Path, before: str = "pass") -> Path:
    return write(
        folder,
        {
            "pyproject.toml": BUILT + 'backend-path = ["."]\n',
            "own.py": BACKEND.format(before=before),
            "source.txt": BOT,
        },
    )


def test_a_package_is_built(tmp_path: Path):
    made = install(built(tmp_path / "a", "print('chatter' * 1000)"))
    assert (made.plugin.value, made.plugin.distribution) == ("built:make_bot", "built")
    assert (Path(made.paths[0]) / "built.py").read_text() == BOT


def test_a_build_gets_what_it_asks_for(tmp_path: Path):
    wheels = tmp_path / "wheels"
    wheel(
        wheels,
        "own",
        "1",
        {
            "own.py": BACKEND.format(before="import later")
            + "\n\ndef get_requires_for_build_wheel(x=None):\n    return ['later']\n"
        },
    )
    wheel(wheels, "later", "1", {"later.py": ""})
    text = BUILT.replace("requires = []", 'requires = ["own"]')
    assert install(write(tmp_path / "a", {"pyproject.toml": text, "source.txt": BOT}), wheels).wheels == ()
    text = BUILT.replace("requires = []", 'requires = ["gone"]')
    assert refusal(write(tmp_path / "b", {"pyproject.toml": text}), wheels).startswith("to be built, it needs gone")


@pytest.mark.parametrize(
    ("before", "problem"),
    [
        ("raise RuntimeError('on purpose')", "its build failed (exit status 1): RuntimeError: on purpose"),
        ("import os; os._exit(3)", "its build failed (exit status 3): it said nothing"),
        ("import os; os._exit(97)", "its build failed (exit status 97): it said nothing"),  # the keeper's own status
        ("open(folder + '/x', 'wb').write(b'x'); return 'x'", "its zip file is damaged"),
        ("return '../../etc/passwd'", "its build failed"),
    ],
)
def test_builds_that_fail_are_told(tmp_path: Path, before: str, problem: str):
    assert problem in refusal(built(tmp_path / "a", before))


def test_a_build_that_does_not_end_is_ended(tmp_path: Path):
    sleeper = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    before = f"{sleeper}; import time; time.sleep(600)"
    walled = Walled(WALLED.isolation, 1.5)
    assert refusal(built(tmp_path / "a", before), walled=walled) == "its build was ended: it took more than 2 s"


@pytest.mark.skipif(not SANDBOX, reason="this machine has no walls")
@pytest.mark.parametrize(
    "before",
    [
        "open({secret!r}).read()",
        "open({secret!r} + '.new', 'w')",
        "import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
        "import os; os.kill({pid}, 0)",
        "import os; os.listdir(os.path.dirname({secret!r}))",
        "import os; assert os.environ.get('ARENA_SECRET'), 'nothing'",
    ],
)
def test_a_build_is_behind_walls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str):
    import socket

    secret = tmp_path / "others" / "secret.txt"
    write(secret.parent, {"secret.txt": "x"})
    monkeypatch.setenv("ARENA_SECRET", "x")
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = before.format(secret=str(secret), port=server.getsockname()[1], pid=os.getpid())
        why = refusal(built(tmp_path / "a", text))
    assert why.startswith("its build failed (exit status 1)")
    assert any(name in why for name in ("PermissionError", "OSError", "ProcessLookupError", "AssertionError"))
    assert not Path(f"{secret}.new").exists()


def test_without_walls_builds_have_limits_still(tmp_path: Path):
    walled = Walled(Isolation(), 30.0)
    assert install(built(tmp_path / "a"), walled=walled).plugin.value == "built:make_bot"
    why = refusal(built(tmp_path / "b", "held = bytearray(3 << 30)"), walled=walled)
    assert "MemoryError" in why
