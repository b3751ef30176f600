"""The README as a package index shows it stands alone; the package's metadata say what they should."""

from __future__ import annotations

import re
import tomllib

from arena import __version__
from arena.config.naming import OURS
from tests.pages import ROOT

FILE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = FILE["project"]


def page() -> str:
    """The README after what pyproject.toml has done to it when a package is built."""
    hook = FILE["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    assert [part["path"] for part in hook["fragments"]] == ["README.md"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for change in hook["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    return text


def test_a_package_page_leads_to_none_of_our_files_and_shows_no_pictures():
    text = page()
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert len(targets) >= 4 and "![" not in text
    assert "docs/reference/tournament-file.md" in text  # what a link said is still there


def test_the_package_has_its_name_version_and_licences():
    assert PROJECT["name"] == OURS and PROJECT["scripts"] == {"arena": "arena.cli.main:main"}
    assert PROJECT["license"] == "MIT AND LicenseRef-SCOWL"
    assert all((ROOT / path).is_file() for path in PROJECT["license-files"])
    assert not any(line.startswith("License ::") for line in PROJECT["classifiers"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    named = {extra for line in PROJECT["optional-dependencies"]["dev"] for extra in re.findall(r"[a-z]+", line)}
    assert {"docs", "test", "nox"} <= named


def test_pictures_of_the_readme_are_there_and_small():
    names = re.findall(r"!\[[^\]]+\]\((docs/pictures/[^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(names) == 5
    assert all((ROOT / name).stat().st_size <= 200_000 for name in names)
