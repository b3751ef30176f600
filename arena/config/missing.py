"""A module that cannot be found: the line that installs it. Pure."""

from __future__ import annotations

import re

_MISSING = re.compile(r"ModuleNotFoundError: No module named '([A-Za-z_][\w.]*)'")

# Packages that bear another name than the module that people import.
_PACKAGES = {
    "attr": "attrs", "bs4": "beautifulsoup4",
    "Crypto": "pycryptodome", "cv2": "opencv-python", "dateutil": "python-dateutil",
    "docx": "python-docx", "dotenv": "python-dotenv", "git": "GitPython", "OpenSSL": "pyOpenSSL", "PIL": "Pillow",
    "psycopg2": "psycopg2-binary", "serial": "pyserial", "skimage": "scikit-image", "sklearn": "scikit-learn",
    "yaml": "PyYAML", "zmq": "pyzmq",
}  # fmt: skip


def install_line(text: str, own: str = "", submission: str = "") -> str:
    """Return what to do about a module that ``text``, an error or a traceback, says is missing; "" where it says none.

    own: the module that was to be imported, of which a missing part is a slip of its author. submission: the name of
    what was handed in, if it was: then nobody installs anything by hand.
    """
    modules = _MISSING.findall(text)
    if not modules:
        return ""
    missing = modules[-1]
    top = missing.partition(".")[0]
    if submission:
        package = _PACKAGES.get(top, top)
        need = f"if it needs the package {package}, that stands in its requirements.txt or pyproject.toml"
        return f"{submission}: {need}, and comes from the folder of wheels"
    if own and top == own.partition(".")[0]:
        return f"There is no module {missing}: name one that is installed, or that is in the current folder"
    return f"Install what it needs: pip install {_PACKAGES.get(top, top)}"
