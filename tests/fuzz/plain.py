"""``python -m tests.fuzz.plain NAMES [--count N] [--seed S] [FILE ...]``: inputs damaged by our own mutator.

NAMES are readers', with commas between. With files, those alone are judged: what a longer fuzzer found. Ends with 1, the input in hex, where the rule is broken.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import traceback
from collections.abc import Iterable
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
    kept = True
    for name in given.name.split(","):
        reader = READERS[name]
        for seed in reader.seeds:  # what is made once is made
            judged(reader.read, seed, seconds=120, memory=ROOM)
        forget_peak()
        rng = Random(f"{name} {given.seed}")
        if given.files:
            inputs: Iterable[bytes] = (path.read_bytes() for path in given.files)
        else:
            inputs = (mutated(reader.seeds, rng, reader.tokens) for _ in range(given.count))
        kept = fuzzed(name, inputs, given.seed, given.go_on) and kept
    return 0 if kept else 1


def fuzzed(name: str, inputs: Iterable[bytes], seed: int, go_on: bool) -> bool:
    """Judge a reader's inputs, up to the first finding or all of them; return whether there was none."""
    from tests.fuzz.readers import READERS
    from tests.fuzz.rule import judged

    number = read = found = 0
    for number, data in enumerate(inputs, start=1):
        try:
            read += judged(READERS[name].read, data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            found += 1
            traceback.print_exc()
            print(f"{name}, input {number} of seed {seed}: {data[:2000].hex()}", file=sys.stderr)
            if not go_on:
                break
    print(f"{name}: {number} inputs, {read} of them read, {found} findings", flush=True)
    return not found


if __name__ == "__main__":
    own_cache()
    sys.exit(main())
