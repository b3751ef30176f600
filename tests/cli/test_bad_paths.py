"""Paths that are none, in every command that takes one: a line that names it, and a documented status."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from arena.cli.commands import COMMANDS
from arena.cli.main import main
from arena.errors import EXIT_PREFLIGHT, EXIT_RUN, EXIT_USAGE

LONG = "n" * 300
UNREADABLE = os.fsdecode(b"res\xff\xfe")  # a name in no encoding
FILES = [
    ["report", "small", "--marks", "{}"],
    ["rate"], ["run"], ["check"], ["plan"], ["import"], ["boards", "check"], ["lexicon", "build"], ["advise"],
    ["moves"], ["judge", "{}", "8G CAT"], ["scorechecker"], ["scorechecker", "odd", "--tiles"], ["solver"],
    ["tcp", "serve"], ["square", "--points"], ["play", "--lexicon"], ["play", "--board"],
]  # fmt: skip
FOLDERS = [["report"], ["results"], ["export"], ["replay"], ["doctor"], ["compare", "{}", "{}"]]


@pytest.fixture
def run_on(monkeypatch, capfd):
    """Return a function that runs a command and returns its status and what it wrote on standard error."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def run(words: list[str], path: str) -> tuple[object, str]:
        line = [path if word == "{}" else word for word in words] + ([path] if "{}" not in words else [])
        with pytest.raises(SystemExit) as end:
            main(line)
        return end.value.code, capfd.readouterr().err

    return run


@pytest.mark.parametrize("path", ["/dev/zero", LONG, f"{LONG}.yaml", f"x/{LONG}", UNREADABLE, "."])
@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_what_is_no_file_is_told_in_a_line(words, path, run_on, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, text = run_on(words, path)
    assert status in (EXIT_USAGE, EXIT_PREFLIGHT), text
    assert 0 < len(text) < 2000 and "Traceback" not in text


@pytest.mark.parametrize("path", ["/dev/zero", LONG, f"x/{LONG}", UNREADABLE])
@pytest.mark.parametrize("words", FOLDERS, ids=" ".join)
def test_what_holds_no_results_is_told_in_a_line(words, path, run_on, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, text = run_on(words, path)
    assert status == EXIT_RUN, text
    assert 0 < len(text) < 2000 and "Traceback" not in text


@pytest.mark.parametrize("path", ["/dev/zero", LONG, f"x/{LONG}", "/dev/null/x"])
def test_a_folder_for_results_that_cannot_be_made_is_told_before_a_game(path, run_on, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text("name: t\nbots: [first, longest]\nvariants: [{game: sticks}]\n")
    status, text = run_on(["run", "t.yaml", "--output"], path)
    assert status == EXIT_RUN, text
    assert 0 < len(text) < 2000 and "Traceback" not in text


def _in_a_folder(here: Path) -> Path:
    (here / UNREADABLE).mkdir()
    return here / UNREADABLE


def _beside_a_folder(here: Path) -> Path:
    (here / "results" / UNREADABLE).mkdir(parents=True)
    (here / "results" / UNREADABLE / "games.sqlite").write_bytes(b"")
    return here


@pytest.mark.parametrize("place", [_in_a_folder, _beside_a_folder])
@pytest.mark.parametrize("words", [["run"], ["check"]], ids=" ".join)
def test_a_folder_whose_name_nobody_can_write_down_is_named(words, place, run_on, monkeypatch, tmp_path):
    monkeypatch.chdir(place(tmp_path))
    Path("t.yaml").write_text("name: t\nbots: [first, longest]\nvariants: [{game: sticks}]\npairs: 1\n")
    status, text = run_on(words, "t.yaml")
    assert status == EXIT_USAGE, text
    assert "res\\udcff\\udcfe" in text.splitlines()[-1] and "is not written in UTF-8. Rename that" in text


def test_an_error_of_ours_in_text_that_is_no_name_is_still_shown(monkeypatch):
    def wrong(**_: object) -> None:
        "\u20ac".encode("latin-1")

    monkeypatch.setattr("arena.cli.main.arena", SimpleNamespace(main=wrong))
    with pytest.raises(UnicodeEncodeError):
        main(["run"])


def _commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for under in command.commands.values():
            yield from _commands(under)


def test_an_empty_text_is_no_path_for_any_command():
    """What ``--output "$UNSET"`` says would be the current folder, where games then lie."""
    asked = 0
    for entry in COMMANDS.values():
        for command in _commands(getattr(importlib.import_module(entry.module), entry.attribute)):
            for param in command.params:
                if isinstance(param.type, click.Path):
                    with pytest.raises(click.BadParameter):
                        param.type.convert("", param, None)
                    asked += 1
    assert asked > 20


def test_games_are_not_written_where_nobody_said(run_on, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text("name: t\nbots: [first, longest]\nvariants: [{game: sticks}]\n")
    status, text = run_on(["run", "t.yaml", "--output"], "")
    assert status == EXIT_USAGE and "'--output': an empty text is no path; write . for the current folder" in text
    assert [path.name for path in tmp_path.iterdir()] == ["t.yaml"]
