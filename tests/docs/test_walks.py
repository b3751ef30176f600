"""The pages run as they are written: every command of the documentation, in the order of its page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from arena.cli.commands import COMMANDS
from arena.cli.main import arena
from tests.pages import ROOT, blocks, fits, walk

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])

# page -> (outputs that are compared, blocks that are not run here and why)
WALKS: dict[str, tuple[int, dict[str, str]]] = {
    "docs/tutorial/first-tournament.md": (8, {}),
    "docs/explanation/levels.md": (0, {"arena run levels": "two thousand games of a second a move"}),
    "docs/how-to/analyse-a-game.md": (0, {}),
    "docs/how-to/bring-your-own-dictionary.md": (6, {}),
    "docs/how-to/check-scores-and-solve.md": (3, {}),
    "docs/how-to/exchange-game-records.md": (5, {}),
    "docs/how-to/find-out-why.md": (2, {}),
    "docs/how-to/make-a-board.md": (1, {}),
    "docs/how-to/play-at-the-terminal.md": (2, {}),
    "docs/how-to/play-in-a-browser.md": (0, {"arena serve": "goes on until it is stopped; tests/page play there"}),
    "docs/how-to/play-on-a-tournament-clock.md": (3, {}),
    "docs/how-to/publish-results.md": (3, {}),
    "docs/how-to/run-a-class.md": (4, {}),
    "docs/how-to/run-a-season.md": (6, {}),
    "docs/how-to/play-against-other-engines.md": (3, {}),
    "docs/how-to/run-from-python.md": (3, {}),
    "docs/how-to/run-on-several-machines.md": (
        0,
        {
            "pip install": "tests/docs/test_wheel.py installs",
            "arena cluster local": "goes on until it is stopped; tests/cluster start such ones",
            "arena run quickstart --cluster": "needs that one; tests/cluster play there",
            "arena run night.yaml --cluster": "machines of somebody else's",
        },
    ),
    "docs/how-to/show-to-a-class.md": (0, {"arena serve": "goes on until it is stopped; tests/page play there"}),
    "docs/how-to/watch-a-tournament.md": (0, {"arena serve": "goes on until it is stopped; tests/page look there"}),
    "docs/how-to/write-a-bot-in-another-language.md": (3, {}),
    "docs/how-to/write-a-bot.md": (2, {}),
    "docs/how-to/write-a-game.md": (0, {}),
    "docs/reference/board-language.md": (1, {}),
    "docs/reference/lexicon.md": (1, {}),
    "docs/reference/positions.md": (2, {}),
    "docs/how-to/play-over-tcp.md": (
        2,
        {
            "nc ": "somebody types there",
            "arena tcp serve --players 2 --bots lone-letter": "waits for that somebody",
            "arena tcp serve --players 12": "waits for eleven clients; tests/cli/test_tcp_command.py plays such ones",
            "arena tcp join --host scrabble.example": "somebody else's server",
        },
    ),
}
ELSEWHERE = {
    "README.md": "tests/docs/test_wheel.py, with a real installation",
    "docs/how-to/measure-a-change.md": "tests/runner/test_how_to_measure.py",
}


# Programs that never answer: ``arena bots check`` gives them 30 s, which are only waited for.
SILENT = {"docs/how-to/write-a-bot-in-another-language.md": {"chmod +x passer.awk\n": 1.0}}
SLOW = {
    "docs/how-to/play-over-tcp.md",  # takes port 9000 of the machine, as the page does
    # Plays the 120 games of the quickstart. Other pages run tournaments; tests/cli/test_first_steps.py plans a sample.
    "docs/how-to/show-to-a-class.md",
}


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.soak] if page in SLOW else []) for page in WALKS]
)
def test_a_page_runs_as_it_is_written(page: str, tmp_path: Path, served: str):
    outputs, without = WALKS[page]
    assert walk(ROOT / page, tmp_path, served, without=tuple(without), silent=SILENT.get(page)) == outputs


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_every_page_with_commands_is_walked():
    with_commands = {name_of(page) for page in PAGES if any(kind == "sh" for _, kind, _, _ in blocks(page))}
    assert with_commands == WALKS.keys() | ELSEWHERE.keys()
    assert WALKS.keys().isdisjoint(ELSEWHERE)


def test_what_is_left_out_of_a_page_is_on_it():
    for page, (_, without) in WALKS.items():
        parts = [*without, *SILENT.get(page, ())]
        bodies = [body for _, kind, _, body in blocks(ROOT / page) if kind == "sh"]
        assert all(any(body.startswith(first) for body in bodies) for first in parts), page


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_stand_where_they_are_run(page: Path):
    """In blocks of ``sh``, not in others, nor indented: those nobody would run."""
    loose = [
        body for _, kind, _, body in blocks(page) if kind != "sh" and re.search(r"^(\$ )?(arena|pip) ", body, re.M)
    ]
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert loose + re.findall(r"^    (?:arena|pip) .*$", text, re.M) == []


def told_in_passing() -> list[tuple[str, str]]:
    """Every ``arena ...`` in the text of a page."""
    found = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        found += [(name_of(page), code) for code in re.findall(r"`(arena [^`]+)`", text)]
    return found


def test_commands_that_are_told_in_passing_exist_with_their_options():
    wrong = []
    for page, code in told_in_passing():
        words = shlex.split(re.sub(r"[][|]|\.\.\.", " ", code.replace("'", '"')))[1:]
        command: click.Command = arena
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            inner = command.get_command(click.Context(command), words[0])
            if inner is None:
                break
            command, words = inner, words[1:]
        if command is arena and words[:1] not in ([], ["--help"]):
            wrong.append(f"{page}: {code}: there is no such command")
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        unknown = {word for word in words if re.match(r"--?[a-z]", word)} - known - {"--help"}
        wrong += [f"{page}: {code}: {option}" for option in sorted(unknown)]
    assert wrong == []
    assert len(told_in_passing()) > 50


def test_examples_of_help_are_commands():
    for name, entry in COMMANDS.items():
        assert shlex.split(entry.example.partition("<")[0])[:2] == ["arena", name]


def test_a_page_that_shows_something_else_is_noticed(tmp_path: Path, served: str):
    page = tmp_path / "page.md"
    page.write_text(
        "In `a.txt`:\n\n```text\nhello\n```\n\n```sh\ncat a.txt\n```\n\n```text\nhallo\n```\n", encoding="utf-8"
    )
    with pytest.raises(AssertionError, match="but it is:\nhello"):
        walk(page, tmp_path, served)
    page.write_text("```sh\nfalse\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="ended with 1"):
        walk(page, tmp_path, served)
    assert fits("a ... z", "a b\nc z\n") and not fits("a ... z", "a b")


def test_what_another_terminal_prints_is_compared_at_the_end(tmp_path: Path, served: str):
    page = tmp_path / "page.md"
    commands = "echo begun\nuntil test -e now; do sleep 0.01; done; echo {}"
    text = f"```sh in another terminal\n{commands}\n```\n\n```text\nbegun\ndone\n```\n"
    page.write_text(text.format("done") + "\n```sh\ntouch now\n```\n", encoding="utf-8")
    assert walk(page, tmp_path, served) == 1
    page.write_text(text.format("gone") + "\n```sh\ntouch now\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="but it is:\nbegun\ngone"):
        walk(page, tmp_path, served)
