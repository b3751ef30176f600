"""A cluster on this machine, started by the command as anybody starts it, and runs on it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from tests.runner.tables import ROOT
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


def start(folder: Path, cluster: str, *arguments: str) -> subprocess.Popen[str]:
    """Start ``arena run`` of night.yaml on a cluster."""
    environment = os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*ARENA, "run", "night.yaml", "--cluster", cluster, *arguments], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
