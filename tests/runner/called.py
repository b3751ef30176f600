"""The command ``arena`` in this process, as in a folder: a process of its own takes a second to begin and to import."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from pathlib import Path

import pytest

import arena.jit  # noqa: F401  or the first command would have this process take its kernels from a bundle
from arena.cli.main import main


def call(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run a command, with its temporary files in ``tmp``; return its exit status and all that it printed."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.chdir(folder)
        patch.setenv("TMPDIR", str(folder / "tmp"))
        patch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(sys, "excepthook", sys.excepthook)
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
    assert isinstance(left.value.code, int)
    return left.value.code, out.getvalue(), err.getvalue()
