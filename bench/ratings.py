"""How long `arena rate` takes with many bots, and what it holds.

    python bench/ratings.py [--bots 2000] [--games 1000000]

The list is made by lot, the same each time: strengths with a standard deviation of 200 Elo, a tenth of the games
drawn, every pair with the seats swapped. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from calibration import calibrate

CALL = "import sys; from arena.cli.main import main; main(sys.argv[1:])"


def write_list(path: Path, bots: int, games: int) -> None:
    """Write a list of results between so many bots."""
    lot = random.Random(1)
    strength = [lot.gauss(0, 200) for _ in range(bots)]
    with path.open("w", encoding="utf-8") as file:
        file.write("player1,player2,result,pair\n")
        for pair in range(games // 2):
            one = lot.randrange(bots)
            other = (one + lot.randrange(1, bots)) % bots
            for first, second in ((one, other), (other, one)):
                chance = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
                drawn = lot.random()
                result = 1 if drawn < chance - 0.05 else 0.5 if drawn < chance + 0.05 else 0
                file.write(f"bot{first:04},bot{second:04},{result},{pair}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=2000)
    parser.add_argument("--games", type=int, default=1_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        write_list(path, asked.bots, asked.games)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", CALL, "rate", str(path)], check=True, capture_output=True)
        wall = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({
        "bench": "ratings", "bots": asked.bots, "games": asked.games, "rate_s": round(wall, 2),
        "rate_work_s": round(used.ru_utime + used.ru_stime, 2), "peak_mib": round(used.ru_maxrss / 1024),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
