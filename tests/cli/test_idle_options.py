"""Of two options of which one would do nothing beside the other, the command says so, and does not pass over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import main

GAME = "night/standard/greedy-vs-random/0001/1"
CGP = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABC/ 0/0 0 lex default;"
CASES = [  # what is written, and which option is named
    (("report", "night", "--marks", "rule.yaml", "--top", "3"), "--top"),
    (("report", "night", "--marks", "rule.yaml", "--games", "3"), "--games"),
    (("report", "night", "--format", "csv", "--top", "3"), "--top"),
    (("report", "night", "--games", "3"), "--games"),
    (("report", "night", "--format", "json", "--games", "3"), "--games"),
    (("sprt", "--pairs", "1,2,3,4,5", "run", "--new", "./a.py", "--old", "b", "--elo", "0", "5"), "--pairs"),
    (("sprt", "--elo1", "5", "run", "--new", "./a.py", "--old", "b", "--elo", "0", "5"), "--elo1"),
    (("bench", "--quick", "--rounds", "2"), "--rounds"),
    (("bench", "ratings", "--words", __file__), "--words"),
    (("bench", "ratings", "--positions", __file__), "--positions"),
    (("check", "night.yaml", "--pairs", "3"), "--pairs"),
    (("check", "night.yaml", "--self-test", "--start-only"), "--start-only"),
    (("replay", GAME, "--no-boards", "--cgp"), "--cgp"),
    (("ask", "greedy", GAME, "1", "--messages", "--times", "3"), "--times"),
    (("ask", "greedy", GAME, "1", "--messages", "--json"), "--json"),
    (("ask", "greedy", GAME, "1", "--messages", "--top", "1"), "--top"),
    (("ask", "greedy", CGP, "--results", "night"), "--results"),
    (("ask", "greedy", CGP, "--only"), "--only"),
    (("run", "night.yaml", "--trace", "1", "--strict"), "--strict"),
    (("run", "night.yaml", "--trace", "1", "--keep-going"), "--keep-going"),
    (("run", "night.yaml", "--trace", "1", "--tls-ca", __file__), "--tls-ca"),
    (("export", "night", "--game", GAME, "--variant", "standard"), "--variant"),
    (("import", "game.gcg", "--gcg", "--json"), "--json"),
    (("import", "game.gcg", "--gcg", "--rules", "itu"), "--rules"),
    (("import", "game.gcg", "--workers", "2"), "--workers"),
    (("lexicon", "check", "default", "AA", "--limit", "3"), "--limit"),
    (("boards", "show", "standard", "--grid", "0:1,0:1", "--around", "0,0"), "--around"),
    (("analyse", "game.gcg", "--json", "--top", "3"), "--top"),
    (("play", "--as", "1,2", "--against", "greedy"), "--against"),
    (("play", "--as", "both", "--move-time", "1s"), "--move-time"),
]


@pytest.mark.parametrize(
    ("words", "option"), CASES, ids=[" ".join(words).replace(__file__, "FILE") for words, _ in CASES]
)
def test_it_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], option: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    said = capsys.readouterr().err
    assert stop.value.code == 2
    assert f": leave {option} out" in said
    assert list(tmp_path.iterdir()) == []
