"""``python -m tests.fuzz.long NAME [libFuzzer options]``: a reader under atheris (``nox -s fuzz`` installs it).

Kernels run as plain Python here: the fuzzer counts the branches of whatever is imported. What it finds it writes to a
file (``-artifact_prefix=FOLDER/``), and ``python -m tests.fuzz.plain NAME FILE`` judges that again without it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"
_CACHE = tempfile.TemporaryDirectory(prefix="arena-fuzz-cache-")
import atheris  # after the line above, which numba reads when it is imported

with atheris.instrument_imports(include=["arena", "tests.fuzz.readers", "tests.wire.fuzz_targets"]):
    from tests.fuzz.readers import READERS
from tests.fuzz.rule import judged

SLOWER = 5  # times, when every branch is counted and kernels are plain Python


def main() -> None:
    """Fuzz one reader, beginning with its seeds."""
    name = sys.argv.pop(1)
    reader = READERS[name]
    with tempfile.TemporaryDirectory() as corpus, tempfile.TemporaryDirectory() as words:
        for number, seed in enumerate(reader.seeds):
            judged(reader.read, seed, seconds=600, memory=2**40)
            Path(corpus, str(number)).write_bytes(seed)
        tokens = Path(words, "tokens")
        tokens.write_text(
            "".join(f'"{"".join(f"{chr(92)}x{b:02x}" for b in t)}"\n' for t in reader.tokens if len(t) < 64)
        )

        def one(data: bytes) -> None:
            judged(reader.read, data, seconds=SLOWER * 2.0, memory=2**40)  # libFuzzer looks at the memory

        atheris.Setup([*sys.argv, f"-dict={tokens}", corpus], one)
        atheris.Fuzz()


if __name__ == "__main__":
    os.environ.setdefault("ARENA_CACHE", _CACHE.name)
    main()
