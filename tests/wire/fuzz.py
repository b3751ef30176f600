"""``python -m tests.wire.fuzz message|sexpr [libFuzzer options]``: fuzzing with atheris (``nox -s fuzz`` installs it).

Kernels run as plain Python here: the fuzzer counts the branches of whatever is imported.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"
import atheris  # after the line above, which numba reads when it is imported

with atheris.instrument_imports(include=["arena.wire", "tests.wire.fuzz_targets"]):
    from tests.wire.fuzz_targets import SEEDS, TARGETS


def main() -> None:
    """Fuzz one target, beginning with its seeds."""
    name = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(SEEDS[name]):
            TARGETS[name](seed)
            Path(corpus, str(number)).write_bytes(seed)
        atheris.Setup([*sys.argv, corpus], TARGETS[name])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
