"""What a face promises: light to import, typed without ``Any``."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

from arena import small_games, words

LIGHT = """
import sys
from arena import small_games, words
position = small_games.start("connect(7,6,4)", "4 4 3")
position = position.play(position.moves[0])
assert position.outcome is None and str(position)
loaded = [name for name in ("numba", "llvmlite", "scipy", "pandas", "matplotlib", "lark") if name in sys.modules]
assert not loaded, loaded
"""


def test_importing_the_faces_and_playing_a_small_game_loads_no_kernels():
    done = subprocess.run([sys.executable, "-W", "error", "-c", LIGHT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def signatures(module):
    for name in module.__all__:
        thing = getattr(module, name)
        if not thing.__module__.startswith(module.__name__):
            continue  # another room's, told here
        if not isinstance(thing, type):
            yield name, thing
            continue
        for inner, member in vars(thing).items():
            if not inner.startswith("_"):
                function = member.fget if isinstance(member, property) else getattr(member, "func", member)
                if inspect.isfunction(function):
                    yield f"{name}.{inner}", function


@pytest.mark.parametrize("module", [words, small_games], ids=lambda module: module.__name__)
def test_public_signatures_say_their_types_and_what_they_are_for(module):
    found = dict(signatures(module))
    assert len(found) >= 10
    for name, function in found.items():
        hints = function.__annotations__
        assert "return" in hints, name
        assert not [hint for hint in hints.values() if "Any" in str(hint)], name
        assert inspect.getdoc(function), name
