"""Which versions played, and how many games an agreed rule ended: in text, on the page and in JSON alike."""

from __future__ import annotations

import msgspec

from arena.report.data import report_facts
from arena.report.gather import Gathered
from arena.report.page.html import report_html
from arena.report.standings import make_report, report_from
from arena.report.sums.packed import pack, unpack
from arena.report.text import report_text
from tests.report.test_report import tournament

COMMIT = "0123456789abcdef0123456789abcdef01234567"
BEHIND = {
    "old": {"path": "/home/me/engine", "rev": "v1", "commit": COMMIT, "built": "wheel", "sha256": "f" * 64},
    "new": {"path": "/home/me/engine:x", "head": COMMIT, "dirty": "yes", "sha256": "e" * 64, "build": "/bin/sh -c make",
            "command": "./engine", "lacking": "submodules: lib"},
    "eve": {"submission": "/in/eve.zip", "sha256": "d" * 64, "unread": "fast.so (machine code)"},
    "ann": {"submission": "/in/ann.zip", "sha256": "c" * 64},
    "greedy": {"plugin": "greedy", "sha256": "b" * 64},
    "loose": {"path": "/home/me/loose.py", "sha256": "a" * 64},
}  # fmt: skip


def gathered(*reasons: str) -> Gathered:
    """Return what is gathered of games, the first of which were ended by agreed rules."""
    made = Gathered()
    for number, record in enumerate(tournament()):
        if number < len(reasons):
            record = msgspec.structs.replace(record, adjudicated=True, reason=f"adjudicated: {reasons[number]}")
        made.add(record)
    return made


def test_adjudicated_games_are_counted_by_rule():
    report = report_from("night", gathered("turns", "lead", "turns"))
    assert report_facts(report)["adjudicated"] == {"lead": 1, "turns": 2}
    said = (
        f"Adjudicated: an agreed rule ended 3 of {report.games} games (1 by lead, 2 by turns), and not the game's own."
    )
    assert said in " ".join(report_text(report).split())
    assert said in report_html(report, tournament).replace("&#39;", "'")
    plain = make_report("night", tournament())
    assert report_facts(plain)["adjudicated"] == {} and "Adjudicated" not in report_text(plain)


def test_kept_sums_have_them_too():
    one, other = gathered("turns", "lead"), gathered("turns")
    data = pack(one)
    assert data is not None
    whole = unpack(data)
    whole.merge(other)
    assert whole.ends.ends() == (("lead", 1), ("turns", 2))


def test_versions_are_told_and_no_folders():
    report = report_from("night", gathered(), behind=BEHIND)
    assert [one.bot for one in report.versions] == ["eve", "new", "old"]
    text, page = " ".join(report_text(report).split()), report_html(report, tournament)
    for said in (
        "old: engine at v1 (0123456789ab); built as a wheel",
        "new: engine as it was (0123456789ab with changes, sha256 eeeeeeeeeeee); built by make, without submodules",
        "nobody can read fast.so (machine code)",
    ):
        assert said in text
    assert "engine at v1 (0123456789ab)" in page and "fast.so (machine code)" in page
    assert "/home/me" not in text + page
    facts = report_facts(report)["versions"]
    assert facts[1]["dirty"] is True and facts[1]["commit"] == COMMIT and facts[1]["rev"] is None
    assert make_report("night", tournament()).versions == ()
