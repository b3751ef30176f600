"""A cluster on this machine, started by the command as anybody starts it, and runs on it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cluster.relay import Relay, free_port
from tests.runner.tables import ROOT, living
from tests.runner.test_runs import ARENA


class Cluster:
    """``arena cluster local``. folder: where it may leave nothing. variables: of its environment."""

    def __init__(self, folder: Path, workers: int, port: int = 0, **variables: str) -> None:
        self.folder = folder
        (folder / "tmp").mkdir(exist_ok=True)
        environment = os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)} | variables
        self.process = subprocess.Popen(
            [*ARENA, "cluster", "local", str(workers), "--port", str(port)], cwd=folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("tcp://127.0.0.1:"), self.address

    def dask_workers(self) -> list[int]:
        """Return the ids of the workers' processes."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        children = [child for thread in threads for child in thread.read_text().split()]
        lines = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
        return [child for child, line in lines.items() if b"spawn_main" in line]

    def end(self, number: int = signal.SIGINT) -> int:
        """End it as Ctrl-C does; return its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


class FarWorker:
    """A worker of Dask's with a disk of its own, and a network that can be cut. Use as a context."""

    def __init__(self, folder: Path, scheduler: str) -> None:
        """folder: where its disk lies. scheduler: the address; several may follow each other there."""
        self._disk = folder / "disk"
        self._disk.mkdir(parents=True)
        self._to, self._from = Relay(int(scheduler.rpartition(":")[2])), Relay(free_port())
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> FarWorker:
        self._to.__enter__()
        self._from.__enter__()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGTERM)
        self._from.__exit__()
        self._to.__exit__()

    def start(self) -> None:
        """Start it, unless it runs."""
        if self.process is not None and self.process.poll() is None:
            return
        environment = os.environ | {"TMPDIR": str(self._disk), "PYTHONPATH": str(ROOT), "ARENA_MACHINE": "far"}
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{self._to.port}", "--no-nanny",
                "--no-dashboard", "--nthreads", "1", "--memory-limit", "0", "--local-directory", str(self._disk),
                "--listen-address", f"tcp://127.0.0.1:{self._from.target}",
                "--contact-address", f"tcp://127.0.0.1:{self._from.port}",
            ],
            cwd="/", env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def end(self, number: int = signal.SIGKILL) -> None:
        """End it, so that it can be started again."""
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)

    def cut(self) -> None:
        """Take its network away."""
        self._to.cut()
        self._from.cut()

    def mend(self, reset: bool) -> None:
        """Give it back. reset: no connection has borne it."""
        self._to.mend(reset)
        self._from.mend(reset)

    @property
    def has_disk(self) -> bool:
        return self._disk.is_dir()

    def lose_disk(self) -> None:
        """Take its disk away, with all that lies there; nothing can be written there any more."""
        shutil.rmtree(self._disk, ignore_errors=True)
        self._disk.write_bytes(b"")

    def give_disk(self) -> None:
        """Give it an empty one, and start it anew."""
        self.end()
        self._disk.unlink()
        self._disk.mkdir()
        self.start()


def start(folder: Path, cluster: str, *arguments: str) -> subprocess.Popen[str]:
    """Start ``arena run`` of night.yaml on a cluster."""
    environment = os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*ARENA, "run", "night.yaml", "--cluster", cluster, *arguments], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def nothing_lives(folder: Path, but: int = 0) -> None:
    """Wait until no process that has to do with a folder lives any more, but so many."""
    until = time.monotonic() + 100
    while len(left := list(living(folder))) > but:
        assert time.monotonic() < until, left
        time.sleep(0.05)


def nothing_is_left(cluster: Cluster) -> None:
    """Wait until all that was sent to a cluster is removed: a run that is over ends there within seconds."""
    until = time.monotonic() + 60
    while left := [path for path in (cluster.folder / "tmp").iterdir() if path.name.startswith("arena-bot-")]:
        assert time.monotonic() < until, left
        time.sleep(0.05)
