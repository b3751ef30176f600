"""Numbers that nobody means, in options of commands: each ends in an answer, or in a line with its status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.ratings.sprt import MODELS

HUGE = "9" * 400
POSITION = {"board": "standard", "placed": [[0, 0, "A", 1], [1, 0, "T", 1]], "hand": "ABCDEFG"}
TOURNAMENT = "name: t\nbots: [first, random]\nvariants: [{game: sticks}]\nseed: 3\n"
REFUSED = [  # arguments, what the line says
    (("rate", "--wdl", f"{HUGE},1,1"), "results are too many"),
    (("rate", "--pairs", f"1,1,1,1,{HUGE}"), "results are too many"),
    (("sprt", "--wdl", f"{HUGE},1,1", "--elo0", "0", "--elo1", "5"), "Each count is at most 1,000,000,000"),
    (("plan", "t.yaml", "--effect", "1e-300"), "can never be seen"),
    (("moves", "p.json", "--by", "endgame", "--seats", HUGE), "is not in the range 1<=x<=8"),
    (("moves", "p.json", "--by", "sim", "--seconds", "nan"), "'nan' is no number of seconds"),
    (("advise", "nim(1,2)", "--seconds", "nan"), "'nan' is no number of seconds"),
    (("play", "nim(1,2)", "--seconds", "nan"), "'nan' is no number of seconds"),
    *(
        (("sprt", "--wdl", "9,5,7", "--elo0", low, "--elo1", high, "--model", model), says)
        for model in MODELS
        for low, high, says in (
            ("1e300", "2e300", "lie between -1000 and 1000"),
            ("-1e5", "1e5", "lie between -1000 and 1000"),
            ("0", "1e-300", "larger than elo0 by 0.001 or more"),
        )
    ),
]
ANSWERED = [
    ("ask", "greedy", "p.json", "--top", HUGE),
    ("moves", "p.json", "--by", "equity", "--top", HUGE),
    ("moves", "p.json", "--top", HUGE),
    *(
        ("sprt", "--wdl", counts, "--elo0", low, "--elo1", high, "--model", model)
        for model in ("normalized", "logistic")
        for counts in ("1000000000,0,0", "0,1000000000,0", "0,0,1000000000")
        for low, high in (("0", "5"), ("100", "200"))
    ),
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.json").write_text(json.dumps(POSITION))
    Path("t.yaml").write_text(TOURNAMENT)


@pytest.mark.parametrize(("words", "says"), REFUSED, ids=[" ".join(words)[:60] for words, _ in REFUSED])
def test_what_nobody_means_is_refused_in_a_line(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert end.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("words", ANSWERED, ids=[" ".join(words)[:60] for words in ANSWERED])
def test_what_means_as_many_as_there_are_is_answered(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert end.value.code == 0
