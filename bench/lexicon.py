"""Word list to packed graph, and opening a cached graph.

    python bench/lexicon.py [WORDS] [--runs N]

WORDS is a word list of your own; the shipped one by default. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from calibration import calibrate


def measured(run: Callable[[], object], runs: int) -> tuple[float, float]:
    """Return the medians of wall clock and of processor time of ``runs`` runs, in seconds."""
    walls, works = [], []
    for _ in range(runs):
        wall, work = time.perf_counter(), time.process_time()
        run()
        walls.append(time.perf_counter() - wall)
        works.append(time.process_time() - work)
    return statistics.median(walls), statistics.median(works)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="?", default="default", help="a lexicon's name or path")
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        os.environ["ARENA_CACHE"] = folder  # a cache of our own: its first load is a build
        from arena.lexicon.alphabet import ENGLISH
        from arena.lexicon.wordgraph import build
        from arena.variants.load_lexicon import load_lexicon, open_lexicon, read_list

        listed = read_list(asked.words, ENGLISH)
        build(listed, ENGLISH)  # loads the kernels
        whole, whole_work = measured(lambda: build(read_list(asked.words, ENGLISH), ENGLISH), asked.runs)
        packing, _ = measured(lambda: build(listed, ENGLISH), asked.runs)
        lexicon = load_lexicon(asked.words, ENGLISH)
        load, _ = measured(lambda: load_lexicon(asked.words, ENGLISH), 4 * asked.runs)
        path = lexicon.path or ""
        opened, _ = measured(lambda: open_lexicon(lexicon.name, lexicon.digest, path, ENGLISH), 4 * asked.runs)
        size = Path(path).stat().st_size

    unit = calibrate()
    figures = {
        "bench": "lexicon",
        "words": listed.count,
        "build_s": round(whole, 4),
        "build_work_s": round(whole_work, 4),
        "of_it_packing_s": round(packing, 4),
        "load_cached_ms": round(load * 1e3, 3),
        "open_in_a_bot_ms": round(opened * 1e3, 3),
        "file_bytes": size,
        "calibration_ms": round(unit * 1e3, 3),
        "build_ratio": round(whole_work / unit, 1),
        "load_ratio": round(load / unit, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
