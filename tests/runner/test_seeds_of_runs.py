"""Seeds of whole runs: drawn where none is written, kept, taken up again, and none of it in what crosses a process."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from arena.config.model import Tournament
from arena.contract.seeds import was_drawn
from arena.errors import EXIT_OK, EXIT_RUN, EXIT_USAGE
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.rebuild import rebuilt
from arena.records.store import GAMES, MANIFEST, Results, Store
from arena.runner.manifest import make_manifest
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.schedule.jobs import jobs
from arena.variants.load import open_tournament
from tests.runner.called import call
from tests.runner.test_runs import export, run

BEGUN = Path(__file__).parents[1] / "records" / "begun_with_0_1"
FILE = """
name: small
SEEDbots: [random, {name: other, bot: random}]
variants: [{name: sticks, game: sticks, options: {count: 21}}]
pairs: PAIRS
move_time: 60s
limits: {start_time: 120s}
"""
DRAWN = FILE.replace("SEED", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


def manifest(folder: Path, name: str = "small") -> manifests.Manifest:
    return manifests.decode((folder / "results" / name / MANIFEST).read_bytes(), "manifest")


def seeds(lines: str) -> set[int]:
    return {json.loads(line)["seed"] for line in lines.splitlines()}


def test_a_seed_is_drawn_shown_kept_and_gone_on_with(folder: Path):
    status, out, err = run(folder, pairs=1, text=DRAWN)
    assert status == EXIT_OK, err
    [shown] = re.findall(r"^seed (\S+) \(drawn", err, flags=re.M)
    kept = manifest(folder)
    assert was_drawn(shown) and (kept.seed, kept.scheme) == (shown, 2)
    assert shown not in out, "a report is for publication"
    half = export(folder)
    status, _, err = run(folder, "--resume", pairs=2, text=DRAWN)
    assert status == EXIT_OK and f"seed {shown} (that of the games so far)" in err
    whole = export(folder)
    assert half.splitlines()[0] in whole and manifest(folder).seed == shown
    assert shown.removeprefix("drawn-") not in whole and len(seeds(whole)) == 2
    # Written into the file, it is another run of the same games, by any number of workers.
    shutil.rmtree(folder / "results")
    status, _, err = run(folder, "--workers", "3", pairs=2, text=FILE.replace("SEED", f"seed: {shown}\n"))
    assert status == EXIT_OK and "seed" not in err
    assert export(folder) == whole
    # Without it, other games.
    shutil.rmtree(folder / "results")
    assert run(folder, pairs=1, text=DRAWN)[0] == EXIT_OK
    assert not seeds(export(folder)) & seeds(whole)


def test_a_game_of_a_drawn_seed_is_traced_as_it_was_played(folder: Path):
    assert run(folder, pairs=1, text=DRAWN)[0] == EXIT_OK
    [seed] = seeds(export(folder))
    status, out, _ = run(folder, "--trace", "2", pairs=1, text=DRAWN)
    assert status == EXIT_OK and f"seed {seed}\n" in out


def begun(folder: Path, games: int) -> str:
    """Lay out results as arena 0.1 left them after so many games, and return all games that it played."""
    lines = (BEGUN / "games.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "t.yaml").write_text(json.loads((BEGUN / "manifest.json").read_text(encoding="utf-8"))["config"])
    tournament, specs = open_tournament(folder / "t.yaml")
    now = make_manifest(tournament, specs, plugins_of(tournament), 1)
    old = manifests.decode((BEGUN / "manifest.json").read_bytes(), "0.1")
    assert (old.seed, old.scheme, "scheme" in old.tournament) == (1, 1, False)
    # What stands behind the bots is of today; all else is what 0.1 wrote.
    kept = msgspec.structs.replace(old, bots=now.bots)
    results = folder / "results" / "begun"
    with Store(results, kept) as store:
        for line in lines[:games]:
            store.add(records.decode(line))
    whole = msgspec.json.decode((results / MANIFEST).read_bytes())
    del whole["scheme"]
    (results / MANIFEST).write_bytes(msgspec.json.encode(whole))
    return "\n".join(lines) + "\n"


def games_in(lines: str) -> list[object]:
    return [json.loads(line) | {"versions": {}} for line in lines.splitlines()]


@pytest.mark.parametrize("written", ["", "seed: 1\n"], ids=["drawn by nobody", "written"])
def test_a_run_of_0_1_goes_on_and_is_played_again_by_its_own_scheme(folder: Path, written: str):
    whole = begun(folder, 5)
    text = (folder / "t.yaml").read_text() + written
    status, _, err = run(folder, "--resume", text=text)
    assert status == EXIT_OK, err
    assert games_in(export(folder, "begun")) == games_in(whole)
    now = manifest(folder, "begun")
    assert (str(now.seed), now.scheme, now.tournament["scheme"]) == ("1", 1, 1)
    assert ("seed 1 (that of the games so far)" in err) == (not written)


def test_a_run_of_0_1_does_not_go_on_under_another_seed(folder: Path):
    begun(folder, 5)
    status, _, err = run(folder, "--resume", text=(folder / "t.yaml").read_text() + "seed: 2\n")
    assert status not in (EXIT_OK, EXIT_USAGE) and "seed: 1 -> 2" in err


def without_copy(results: Path) -> None:
    """Take away the copy of a manifest that lies beside the games, as results of arena 0.1 have none."""
    base = sqlite3.connect(results / GAMES)
    with base:
        base.execute("DROP TABLE about")
    base.close()


def test_a_drawn_seed_outlives_a_damaged_manifest_by_its_copy_and_without_one_has_to_be_written(folder: Path):
    assert run(folder, pairs=1, text=DRAWN)[0] == EXIT_OK
    results, shown = folder / "results" / "small", str(manifest(folder).seed)
    (results / MANIFEST).write_text("{")
    status, _, err = run(folder, "--resume", pairs=2, text=DRAWN)
    assert status == EXIT_OK and f"seed {shown} (that of the games so far)" in err
    assert manifest(folder).seed == shown
    without_copy(results)
    for damage in ("{", manifests.encode(rebuilt("small", [])).decode()):
        (results / MANIFEST).write_text(damage)
        status, _, err = run(folder, "--resume", pairs=3, text=DRAWN)
        assert status == EXIT_RUN and "the manifest does not say the master seed" in err and "`seed:`" in err
    status, _, err = run(folder, "--resume", pairs=3, text=FILE.replace("SEED", f"seed: {shown}\n"))
    assert status == EXIT_OK, err
    assert (manifest(folder).seed, manifest(folder).lost) == (shown, ())


def test_a_run_of_0_1_without_its_manifest_goes_on_where_the_file_says_its_seed(folder: Path):
    whole = begun(folder, 5)
    without_copy(folder / "results" / "begun")
    (folder / "results" / "begun" / MANIFEST).unlink()
    text = (folder / "t.yaml").read_text()
    status, _, err = run(folder, "--resume", text=text + "seed: 2\n")
    assert status == EXIT_RUN and "has another seed" in err
    status, _, err = run(folder, "--resume", text=text + "seed: 1\n")
    assert status == EXIT_OK, err
    assert games_in(export(folder, "begun")) == games_in(whole)
    assert (manifest(folder, "begun").seed, manifest(folder, "begun").scheme) == ("1", 1)


def test_nothing_that_crosses_into_another_process_holds_the_master_or_a_key(folder: Path):
    (folder / "small.yaml").write_text(DRAWN.replace("PAIRS", "1"))
    tournament, specs = open_tournament(folder / "small.yaml")
    secret = tournament.seed.removeprefix("drawn-")
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins_of(tournament), 1)
    sent = [msgspec.json.encode(setup), *(msgspec.json.encode(job) for job in jobs(tournament))]
    assert len(sent) == 3 and not any(secret.encode() in line for line in sent)
    assert "bot_seed" not in records.GameRecord.__struct_fields__
    assert isinstance(tournament, Tournament) and (folder / "results" / GAMES).exists() is False


def test_what_is_published_does_not_name_the_master_seed(folder: Path):
    assert run(folder, pairs=1, text=DRAWN)[0] == EXIT_OK
    with Results(folder / "results" / "small") as results:
        secret = str(results.manifest.seed).removeprefix("drawn-")
    published = (
        "report small", "report small --format json", "report small --format html", "export small --times",
        "export small --format csv", "replay small/sticks/other-vs-random/0001/1",
    )  # fmt: skip
    for words in published:
        status, out, err = call(folder, *words.split())
        assert status == EXIT_OK, err
        assert out and secret not in out, words
