"""What others handed in plays on a cluster as it does here, in environments that were sent there."""

from __future__ import annotations

import json
from pathlib import Path

from arena.tournament import Played, Tournament
from tests.cluster.started import Cluster, nothing_is_left
from tests.cluster.test_same_games import export
from tests.submissions.made import BOT, project, wheel, write

FILE = """
name: night
seed: drawn-0000000000000000000000000000000e
bots: [first, {from: submissions/*}]
wheels: wheels
variants: [{name: nim, game: nim}]
pairs: 1
isolation: process
workers: 1
"""
# Plays only where the wheel that it needs is this one, and lies in an environment of its own.
NEEDS = """
import dep, sys
assert dep.version == "2.0", dep.version
assert len([path for path in sys.path if path.endswith("/files")]) == 2, sys.path
"""


def course(folder: Path) -> Path:
    """Write a tournament of two that were handed in: a package that needs a wheel, and a file that fails."""
    (folder / "tmp").mkdir(parents=True)
    wheel(folder / "wheels", "dep", "2.0", {"dep.py": "version = '2.0'\n"})
    text = project("mine", "mine", ("dep==2.0",))
    write(folder / "submissions" / "ann", {"pyproject.toml": text, "src/mine/__init__.py": NEEDS + BOT})
    write(folder / "submissions", {"dan.py": BOT.replace("return next", "return 1 / 0 or next")})
    (folder / "night.yaml").write_text(FILE)
    return folder


def refused(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / "results" / "night" / "manifest.json").read_text())["refused"]
    return found


def test_it_is_sent_tried_played_and_removed(tmp_path: Path, cluster: Cluster):
    folders = [course(tmp_path / "here"), course(tmp_path / "there")]
    played: list[Played] = []
    for folder in folders:
        tournament = Tournament.read(folder / "night.yaml", output=folder / "results" / "night")
        clustered = tournament.on_cluster(cluster.address) if folder.name == "there" else None
        if clustered is not None:
            for machine in clustered.fleet.machines.values():
                assert any(label.startswith("environment ") for label in machine.places)
                machine.places.clear()  # as if it were another computer, which has nothing of it
        played.append(tournament.run(cluster=clustered))
    assert [one.broken for one in played] == [("dan",), ("dan",)]
    assert refused(folders[0]).keys() == {"dan"} and "ZeroDivisionError" in refused(folders[1])["dan"]
    here, there = map(export, folders)
    assert here.replace(str(folders[0]), "") == there.replace(str(folders[1]), "")
    nothing_is_left(cluster)
