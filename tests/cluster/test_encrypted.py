"""A cluster as two computers have it: with TLS, one of them slower, and bots with clocks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import trustme
from distributed import Client

from arena.cluster.link import Tls, _security
from tests.cluster.relay import free_port
from tests.cluster.test_same_games import SMALL, fill
from tests.runner.called import call
from tests.runner.tables import ROOT

# A machine whose clock runs four times as fast: so much longer takes whatever it measures.
SLOWER = "import time; honest = time.perf_counter; time.perf_counter = lambda: 4 * honest()"
CLOCKED = SMALL.replace("isolation: process", "isolation: process\nmove_time: 10s")


@contextmanager
def dask(*words: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start one of Dask's own programs."""
    command = [sys.executable, "-m", *words, "--no-dashboard"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


def certificate(folder: Path, authority: trustme.CA) -> dict[str, str]:
    """Write a certificate of somebody's into a folder; return the files, by what they are called in options."""
    folder.mkdir()
    issued = authority.issue_cert("localhost", "127.0.0.1")
    files = {name: str(folder / f"{name}.pem") for name in ("ca", "cert", "key")}
    authority.cert_pem.write_to_path(files["ca"])
    issued.private_key_pem.write_to_path(files["key"])
    for number, part in enumerate(issued.cert_chain_pems):
        part.write_to_path(files["cert"], append=number > 0)
    return files


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, authority: trustme.CA) -> Iterator[str]:
    """A scheduler behind TLS, and two workers, of which one is slow."""
    folder = tmp_path_factory.mktemp("tls")
    files = certificate(folder / "certificate", authority)
    tls = [word for name, path in files.items() for word in (f"--tls-{'ca-file' if name == 'ca' else name}", path)]
    address = f"tls://127.0.0.1:{free_port()}"
    (folder / "slower").mkdir()
    (folder / "slower" / "sitecustomize.py").write_text(SLOWER)
    about = folder / "scheduler.json"
    with ExitStack() as stack:
        where = ["--host", address, "--scheduler-file", str(about)]
        scheduler = stack.enter_context(dask("distributed.cli.dask_scheduler", *where, *tls))
        for name, path in (("quick", str(ROOT)), ("slow", f"{folder / 'slower'}{os.pathsep}{ROOT}")):
            (folder / f"tmp-{name}").mkdir()
            worker = ["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
            variables = {"TMPDIR": str(folder / f"tmp-{name}"), "ARENA_MACHINE": name, "PYTHONPATH": path}
            stack.enter_context(dask(*worker, "--protocol", "tls", *tls, **variables))
        until = time.monotonic() + 60
        while not about.exists():
            assert scheduler.poll() is None and time.monotonic() < until
            time.sleep(0.02)
        with Client(address, security=_security(address, Tls(**files)), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address


def test_both_halves_of_a_pair_are_played_by_one_machine_whose_speed_is_recorded(
    tmp_path, address, authority, monkeypatch
):
    """And a report doubts results of bots with clocks on machines of different speeds."""
    monkeypatch.setattr("arena.cluster.fleet.OTHERS", 100.0)  # seconds: both of them play
    files = certificate(tmp_path / "certificate", authority)
    tls = [word for name, path in files.items() for word in (f"--tls-{name}", path)]
    status, _, err = call(fill(tmp_path, CLOCKED, 2), "run", "night.yaml", "--cluster", address, *tls)
    assert status == 0 and "not encrypted" not in err, err
    status, out, err = call(tmp_path, "export", "night", "--times")
    assert status == 0, err
    pairs = defaultdict(set)
    speeds = defaultdict(set)
    for game in map(json.loads, out.splitlines()):
        seen = game["circumstances"]
        pairs[game["id"].rpartition("/")[0]].add(seen["machine"])
        speeds[seen["machine"]].add(seen["speed"])
    assert len(pairs) == 12 and all(len(machines) == 1 for machines in pairs.values())
    assert {name: len(measured) for name, measured in speeds.items()} == {"quick": 1, "slow": 1}
    assert max(speeds["slow"]) < min(speeds["quick"])
    status, out, err = call(tmp_path, "report", "night")
    assert status == 0, err
    assert "THE MACHINES\nThese results may depend on which machine played what: bots had clocks" in out
    rows = [line.split() for line in out.partition("THE MACHINES")[2].splitlines()]
    assert [row[0] for row in rows if row and row[0] in speeds] == ["quick", "slow"]


@pytest.mark.parametrize(
    ("who", "ended", "told"),
    [
        ("nobody", 2, "--tls-ca, --tls-cert: an encrypted connection needs to know who is trusted"),
        ("a stranger", 4, "{address}: no scheduler can be reached there ("),
    ],
)
def test_without_a_certificate_of_theirs_nobody_plays_there(tmp_path, address, monkeypatch, who, ended, told):
    monkeypatch.setattr("arena.cluster.link._ANSWER", 3.0)
    files = {} if who == "nobody" else certificate(tmp_path / "certificate", trustme.CA())
    tls = [word for name, path in files.items() for word in (f"--tls-{name}", path)]
    status, out, err = call(fill(tmp_path, CLOCKED), "run", "night.yaml", "--cluster", address, *tls)
    assert (status, out) == (ended, ""), err
    assert err.startswith(told.format(address=address)), err
    assert not (tmp_path / "results").exists()
