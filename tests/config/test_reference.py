"""docs/reference/tournament-file.md and the schema say the same."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from arena.config.adjudicate import ADJUDICATE_KEYS
from arena.config.entries import BOT_KEYS, GAME_KEYS, WORD_KEYS
from arena.config.kinds import KIND_KEYS, SPRT_KEYS, STOP_KEYS
from arena.config.model import BotEntry, Kind, Limits, SprtRule, StopRule, Tournament, VariantEntry
from arena.config.read import read_tournament
from arena.config.read_submissions import FROM_KEYS
from arena.config.time_controls import GAME_TIME_KEYS, OVERTIME_KEYS, STAGE_KEYS
from arena.config.tournament import KEYS, LIMIT_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "tournament-file.md").read_text(encoding="utf-8")


def keys_under(title: str) -> set[str]:
    """Return the keys of the table in one section of the page."""
    section = PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (`[a-z0-9_`, ]+) \|", section, flags=re.M)
    return {key for row in rows for key in re.findall(r"[a-z0-9_]+", row)}


@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("Keys", set(KEYS)),
        ("Bots", set(BOT_KEYS)),
        ("Variants", {*WORD_KEYS, *GAME_KEYS}),
        ("Agreed ends", set(ADJUDICATE_KEYS)),
        ("Limits", set(LIMIT_KEYS)),
        ("Time for the game", {*GAME_TIME_KEYS, *STAGE_KEYS, *OVERTIME_KEYS}),
        ("Kinds", {key for keys in KIND_KEYS.values() for key in keys}),
        ("Stopping early", {*STOP_KEYS, *SPRT_KEYS}),
    ],
)
def test_the_page_explains_every_key_and_no_other(title, keys):
    assert keys_under(title) == keys


def test_every_key_has_its_field():
    fields = msgspec.structs.asdict
    made_of_others = {"tiles", "rules", "lexicon", "hand_size", "challenge"}
    known = fields(Tournament(name="", bots=(), variants=())).keys()
    assert set(KEYS) - made_of_others == known - {"seed_given", "scheme", "path", "marks", "asked"}
    assert set(LIMIT_KEYS) == fields(Limits()).keys()
    assert {*WORD_KEYS, *GAME_KEYS} == fields(VariantEntry(name="")).keys()
    assert {"name"}.union(*KIND_KEYS.values()) == fields(Kind()).keys()
    assert set(STOP_KEYS) == fields(StopRule()).keys()
    assert set(SPRT_KEYS) == fields(SprtRule(bots=("a", "b"), elo0=0, elo1=1)).keys()
    taken_from_options = {"files"}
    of_bots = fields(BotEntry(name="")).keys() - taken_from_options
    assert set(BOT_KEYS) == {{"plugin": "bot", "submission": "from"}.get(key, key) for key in of_bots}
    assert set(FROM_KEYS) < set(BOT_KEYS)


def test_the_examples_of_the_page_are_sound(tmp_path):
    for name in ("mybot", "mybot.py"):
        (tmp_path / name).write_text("")
    shortest, bots, few, variants, openings, limits, times, ends, kind, sprt, width = re.findall(
        r"```yaml\n(.*?)```", PAGE, flags=re.S
    )
    whole = f"name: example\n{bots}\n{variants}\n{limits}"
    begun = f"name: example\n{bots}\n{openings}"
    fewer = f"name: example\n{few}\n{variants}"
    for text in (shortest, whole, begun, fewer, *(whole + part for part in (times, ends, kind, sprt, width))):
        (tmp_path / "example.yaml").write_text(text)
        read_tournament(tmp_path / "example.yaml")
