"""What was handed in to stop the run, to fill the machine or to play as somebody else: refused, each alone."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.config.model import BotEntry
from arena.errors import RunError
from arena.runner.sandbox.isolation import PROCESS
from arena.runner.sandbox.keeper import EXIT_UNCONFINED
from arena.runner.submissions import admission
from arena.runner.submissions.admission import LONGEST, _admitted
from arena.runner.submissions.admitted import Admitted
from arena.runner.submissions.archives import files_of_zip
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled, _printed
from arena.runner.submissions.wheelhouse import Wheelhouse
from tests.submissions.made import BOT, project, write, zip_of

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
