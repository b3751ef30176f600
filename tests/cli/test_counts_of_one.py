"""One of everything: no command says ``1 games``."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from arena.cli.main import arena

NOUNS = "game|pair|pairing|variant|seat|round|bot|worker|core|turn|point|row|state|table|attempt|tile|move|client"
WRONG = re.compile(rf"(?<![\d.,:])1 ({NOUNS})s\b(?! yet)")
FILE = "name: one\nbots: [random, {name: other, bot: random}]\nvariants: [{name: sticks, game: sticks(1)}]\npairs: 1\n"
KINDS = {
    "swiss": FILE + "kind: {swiss: {rounds: 1}}\n",
    "ladder": FILE + "kind: ladder\n",
    "sprt": FILE + "stop: {sprt: {bots: [random, other], elo0: 0, elo1: 200}}\n",
}


def said(*words: str) -> str:
    done = CliRunner().invoke(arena, list(words))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("kind", KINDS)
def test_a_tournament_of_one_game_or_pair_is_told_in_the_singular(kind, tmp_path):
    file, results = tmp_path / "one.yaml", str(tmp_path / "here")
    file.write_text(KINDS[kind])
    texts = [said("plan", str(file), "--effect", "1500")]
    texts.append(said("run", str(file), "--workers", "1", "--output", results))
    texts += [said("report", results), said("report", results, "--format", "html"), said("doctor", results)]
    texts.append(said("replay", "--results", results, said("export", results).split('"id":"')[1].split('"')[0]))
    texts.append(said("export", results, "--format", "parquet", "--output", str(tmp_path / "one.parquet")))
    found = [match[0] for text in texts for match in WRONG.finditer(text)]
    assert not found


def test_a_check_of_one_pair_is_told_in_the_singular(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text(FILE)
    text = said("check", str(file), "--self-test", "--pairs", "1")
    assert "1 of 1 pair against itself is exactly one half" in text
    assert not WRONG.search(text)
    assert not WRONG.search(said("bots", "check", "random", "--game", "sticks(1)"))
