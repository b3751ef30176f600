"""Eighty made-up submissions for the word game: good ones of every kind, broken, hostile, huge, equal-named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.submissions.made import BACKEND, BUILT, commit, project, wheel, wheel_files, write, zip_of

_MOVES = (
    "best.play if best else change_all(view)",
    "best.play if best and best.score > 12 + self.number % 5 else change_all(view)",
    "min((found for found in view.plays()), key=lambda found: -found.score).play if best else change_all(view)",
)


def good(number: int, first: str = "") -> str:
    """Return the text of a bot that plays well enough, a little differently for each number."""
    return f'''"""Number {number}."""
from arena.bot import change_all
{first}

class Bot:
    number = {number}

    def choose(self, view, budget):
        best = view.best()
        return {_MOVES[number % len(_MOVES)]}


def make_bot(info, rng):
    return Bot()
'''


def faulty(line: str, at_import: bool = False) -> str:
    """Return the text of a bot that does something else than to choose, or at its import."""
    if at_import:
        return f"{line}\n{good(0)}"
    return good(0).replace("        best = view.best()\n", f"        {line}\n        best = view.best()\n")


def make_wheels(folder: Path) -> None:
    """Write the wheels of the teacher: a dependency in two versions, and one that needs it."""
    for version in ("1.4", "2.1"):
        wheel(folder, "dep", version, {"dep/__init__.py": f"version = {version!r}\n", "dep/data.txt": "x" * 1000})
    wheel(folder, "upper", "1.0", {"upper.py": "import dep\n"}, ("dep<2",))
    wheel(folder, "own", "1", {"own.py": BACKEND.format(before="pass")})


def make_submissions(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Write eighty of them; return the names of those that are to be admitted, and of those that are not."""
    made: dict[str, bool] = {}
    for number in range(54):
        made[_good(folder, number)] = True
    for name, write_it in {**_refused_unread(), **_refused_built(), **_refused_tried()}.items():
        write_it(folder / name)
        made[name.removesuffix(".zip").removesuffix(".py")] = False
    for name in ("twin", "Twin.zip", "TWIN.py"):  # equal but for capitals and kind: TWIN, Twin-2, twin-3
        _put(folder / name, good(len(name)))
    made |= {"TWIN": True, "Twin-2": True, "twin-3": True}
    assert len(made) == 80, len(made)
    return frozenset(name for name, fine in made.items() if fine), frozenset(
        name for name, fine in made.items() if not fine
    )


def _put(path: Path, text: str) -> None:
    """Write one text as a submission of the kind that its name says."""
    if path.suffix == ".zip":
        path.write_bytes(zip_of({f"work/{path.stem}/bot.py": text}))
    elif path.suffix == ".py":
        path.write_text(text)
    else:
        write(path, {"bot.py": text})


def _good(folder: Path, number: int) -> str:
    """Write a good one, of a kind that the number says; return its name."""
    name, text = f"good{number:02d}", good(number)
    needs = f'import dep\nassert dep.version == "{"1.4" if number % 2 else "2.1"}"'
    wanted = "dep<2" if number % 2 else "dep>=2"
    match number % 9:
        case 0:
            _put(folder / f"{name}.py", text)
        case 1:
            _put(folder / f"{name}.zip", text)
        case 2:  # all of these have the same package in it
            files = {"pyproject.toml": project("mine", "mine.bot"), "mine/__init__.py": "", "mine/bot.py": text}
            write(folder / name, files)
        case 3:
            write(folder / name, {"bot.py": good(number, needs), "requirements.txt": f"{wanted}\nnumpy\n"})
        case 4:
            write(folder / name, {"bot.py": text, "words.txt": "a\n" * 1000})
            commit(folder / name)
        case 5:
            files = wheel_files("mine", f"{number}.0", {"mine.py": good(number, needs)}, (wanted,), "mine:make_bot")
            (folder / f"{name}.whl").write_bytes(zip_of(files))
        case 6:
            system = BUILT.replace("requires = []", 'requires = ["own"]')
            write(folder / name, {"pyproject.toml": system, "source.txt": text})
        case 7:
            pack = {"pyproject.toml": project("mine", "mine", ("upper",)), "src/mine.py": good(number, "import upper")}
            (folder / f"{name}.zip").write_bytes(zip_of(pack))
        case _:
            write(folder / name / "handed in" / "final", {"player.py": text, "helper.py": "x = 1\n"})
    return name


def _refused_unread() -> dict[str, Callable[[Path], object]]:
    """Return those that are refused for what their files are."""

    def link(path: Path) -> None:
        write(path, {"bot.py": good(0)})
        (path / "secret").symlink_to("/etc/passwd")

    def huge(path: Path) -> None:
        write(path, {"bot.py": good(0)})
        with (path / "net.bin").open("wb") as file:
            file.truncate(1 << 40)

    return {
        "link": link,
        "huge": huge,
        "bomb.zip": lambda path: path.write_bytes(zip_of({"bot.py": good(0), "net.bin": b"\0" * (200 << 20)})),
        "climber.zip": lambda path: path.write_bytes(zip_of({"../../../bot.py": good(0)})),
        "crowd.zip": lambda path: path.write_bytes(zip_of({f"{number}.py": "" for number in range(5000)})),
        "damaged.zip": lambda path: path.write_bytes(zip_of({"bot.py": good(0)})[:-40]),
        "syntax.py": lambda path: path.write_text("def make_bot(info, rng:\n"),
        "nothing": lambda path: write(path, {"notes.txt": "later\n"}),
        "nobot.py": lambda path: path.write_text("print('hello')\n"),
        "lacking": lambda path: write(path, {"bot.py": good(0), "requirements.txt": "torch>=2\n"}),
    }


def _refused_built() -> dict[str, Callable[[Path], object]]:
    """Return those whose build does harm, or nothing."""

    def build(before: str) -> Callable[[Path], object]:
        files = {"pyproject.toml": BUILT + 'backend-path = ["."]\n', "own.py": BACKEND.format(before=before)}
        return lambda path: write(path, {**files, "source.txt": good(0)})

    return {
        "buildfails": build("raise RuntimeError('no')"),
        "buildreads": build("open('/etc/shadow').read()"),
        "buildforks": build("import os\n    while True: os.fork()"),
        "buildeats": build("held = [bytearray(64 << 20) for _ in range(1000)]"),
        "buildwrites": build("out = open('x', 'wb')\n    while True: out.write(bytes(1 << 20))"),
    }


def _refused_tried() -> dict[str, Callable[[Path], object]]:
    """Return those that are installed, and fail when they are tried."""
    bad = {
        "exits": faulty("raise SystemExit(3)", at_import=True),
        "missing": faulty("import no_such_module", at_import=True),
        "hangs": faulty("while True: pass", at_import=True),
        "crashes": faulty("raise ValueError('never')"),
        "killed": faulty("import os; os.kill(os.getpid(), 9)"),
        "nonsense": faulty("return 'best'"),
        "eats": faulty("held = [bytearray(64 << 20) for _ in range(1000)]"),
        "nofactory": "def make_bot(info, rng):\n    return None\n",
    }
    return {f"{name}.py": lambda path, text=text: path.write_text(text) for name, text in bad.items()}
