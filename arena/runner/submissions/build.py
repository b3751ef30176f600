"""Building a wheel of a package that somebody handed in. That runs their code, so it is done behind the walls of bots.

It finds Python's own modules and what the build asks for from the teacher's wheels, and nothing else. The wheel comes
out as bytes, and is looked at like one that was handed in.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from arena.runner.submissions.refused import Refused
from arena.runner.submissions.shape import Unbuilt
from arena.runner.submissions.walled import Walled

_MOST_ASKED = 100
_LONGEST_ASKED = 64 << 10  # bytes
# Of packages that take their version from a repository, which is not there: a version that is none.
_SURROUNDINGS = {"SETUPTOOLS_SCM_PRETEND_VERSION": "0", "PDM_BUILD_SCM_VERSION": "0"}
# Where it is to write what comes of it, standard output leads to the errors meanwhile: builds print a lot.
_BUILD = """
import importlib, json, os, shutil, sys
phase, source, backend, inside, *paths = sys.argv[1:]
result = os.dup(1)
os.dup2(2, 1)
shutil.copytree(source, "source")
os.mkdir("out")
os.chdir("source")
sys.path[:0] = [os.path.abspath(path) for path in json.loads(inside)] + paths
os.environ["PYTHONPATH"] = os.pathsep.join(paths)
module, _, attribute = backend.partition(":")
made = importlib.import_module(module)
for part in filter(None, attribute.split(".")):
    made = getattr(made, part)
if phase == "asks":
    data = json.dumps(getattr(made, "get_requires_for_build_wheel", list)()).encode()
else:
    with open(os.path.join("..", "out", made.build_wheel(os.path.join("..", "out"))), "rb") as wheel:
        data = wheel.read()
with open(result, "wb") as out:
    out.write(data)
"""


def asked_for(unbuilt: Unbuilt, source: str, paths: Sequence[str], walled: Walled) -> list[str]:
    """Return the requirements that a build names once its backend runs. Raises Refused."""
    data = _phase("asks", unbuilt, source, paths, walled)
    if len(data) > _LONGEST_ASKED:
        raise Refused("its build says too much of what it needs")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) > _MOST_ASKED or not all(isinstance(text, str) for text in found):
        raise Refused("its build does not say what it needs")
    return found


def built(unbuilt: Unbuilt, source: str, paths: Sequence[str], walled: Walled) -> bytes:
    """Return a wheel of the package in the folder ``source``. paths: of what the build needs. Raises Refused."""
    return _phase("wheel", unbuilt, source, paths, walled)


def _phase(phase: str, unbuilt: Unbuilt, source: str, paths: Sequence[str], walled: Walled) -> bytes:
    begin = [sys.executable, "-I", "-S", "-c", _BUILD]
    words = [*begin, phase, source, unbuilt.backend, json.dumps(unbuilt.paths), *paths]
    try:
        printed = walled.run(words, [source, *paths], more=_SURROUNDINGS)
    except Refused as refused:
        raise Refused(f"its build was ended: {refused.reason}", refused.printed) from None
    if printed.problem:
        last = printed.errors.strip().rpartition("\n")[2]
        raise Refused(f"its build failed ({printed.problem}): {last[:300] or 'it said nothing'}", printed.errors)
    return printed.data
