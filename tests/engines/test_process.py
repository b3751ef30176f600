"""An engine's process: one behind a wrapper goes with it, and one that talks before it listens is listened to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arena_engines.process import EngineProcess

HOLDS = "import sys, time\nheld = open(sys.argv[1], 'w')\nprint(1, flush=True)\ntime.sleep(600)\n"
TALKS_FIRST = (
    "import sys\nfor _ in range(40000): print('info nothing')\nfor line in sys.stdin: print(len(line), flush=True)\n"
)


def test_what_a_wrapper_started_ends_with_it(tmp_path: Path):
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    (tmp_path / "engine.py").write_text(HOLDS)
    engine = EngineProcess(["/bin/sh", "-c", f"{sys.executable} -IS engine.py {pipe} & wait"], tmp_path)
    reader = os.open(pipe, os.O_RDONLY)  # opens when the wrapped one has
    assert engine.hear(lambda: 60.0) == "1"
    engine.close()
    assert os.read(reader, 1) == b"", "whoever held the other end is gone"
    os.close(reader)


def test_an_engine_that_talks_before_it_listens_is_told_everything(tmp_path: Path):
    engine = EngineProcess([sys.executable, "-IS", "-c", TALKS_FIRST], tmp_path)
    try:
        engine.say(["x" * 200_000])
        said = [engine.hear(lambda: 60.0) for _ in range(40_001)]
    finally:
        engine.close()
    assert (said[0], said[-1]) == ("info nothing", "200001")
