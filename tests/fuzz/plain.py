"""``python -m tests.fuzz.plain NAME [--count N] [--seed S] [FILE ...]``: a reader and inputs damaged by our own mutator.

With files, those alone are judged: what a longer fuzzer found. Ends with 1, the input in hex, where the rule is broken.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random

from arena.cache import kernels_folder

_CACHE = tempfile.TemporaryDirectory(prefix="arena-fuzz-cache-")
ROOM = 6 * 2**30  # of addresses: a reader that wants everything ends here, and not the machine


def own_cache() -> None:
    """Keep the graphs of damaged word lists out of the user's cache, but take its compiled kernels."""
    if "ARENA_CACHE" in os.environ:
        return
    kernels = kernels_folder(os.environ)
    kernels.mkdir(parents=True, exist_ok=True)
    Path(_CACHE.name, kernels.name).symlink_to(kernels)
    os.environ["ARENA_CACHE"] = _CACHE.name


def main() -> int:
    """Judge inputs one after the other; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?")
    parser.add_argument("--list", action="store_true", help="print the readers' names, and nothing else")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="do not end with the first finding")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    from tests.fuzz.mutate import mutated
    from tests.fuzz.readers import READERS
    from tests.fuzz.rule import forget_peak, judged

    if given.list or given.name is None:
        print("\n".join(READERS))
        return 0
    reader = READERS[given.name]
    for seed in reader.seeds:  # what is made once is made
        judged(reader.read, seed, seconds=120, memory=ROOM)
    forget_peak()
    rng = Random(f"{given.name} {given.seed}")
    inputs = (path.read_bytes() for path in given.files)
    damaged = (mutated(reader.seeds, rng, reader.tokens) for _ in range(given.count))
    number = read = found = 0
    for number, data in enumerate(inputs if given.files else damaged, start=1):
        try:
            read += judged(reader.read, data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            found += 1
            traceback.print_exc()
            print(f"{given.name}, input {number} of seed {given.seed}: {data[:2000].hex()}", file=sys.stderr)
            if not given.go_on:
                return 1
    print(f"{given.name}: {number} inputs, {read} of them read, {found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    own_cache()
    sys.exit(main())
