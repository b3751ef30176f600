"""A module that says that it was started, and what stands behind a name of the standard library."""

import json
import sys


def main() -> None:
    """Print the arguments."""
    assert json.loads("1") == 1
    print("started", *sys.argv[1:])
