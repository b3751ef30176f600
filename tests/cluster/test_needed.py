"""What a bot imports besides the arena decides how it plays, so it is compared: by contents, and never run."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cluster import needed
from arena.cluster.messages import PartThere
from arena.cluster.needed import imported_in, package_digest, packages_of
from arena.cluster.parts import found_here, parts_of, unlike
from arena.runner.plugin.by_path import plugin_at
from arena.runner.setup import BotSetup
from tests.runner.tables import setup_for

BOT = """
from __future__ import annotations
import os, numpy as np
from tables.deep import thing
from . import half
import mine.other

def later():
    try:
        import nowhere.at_all
    except ImportError:
        from odds import ends

def make_bot(info, rng): ...
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder into which packages are installed: tables 1.2, which needs odds 3 and one for other systems."""
    folder = tmp_path / "site-packages"
    install(folder, "Tables", "1.2", "tables", "odds>=2", 'elsewhere; sys_platform == "none"', 'more; extra == "x"')
    install(folder, "odds", "3", "odds")
    install(folder, "elsewhere", "1", "elsewhere")
    install(folder, "more", "1", "more")
    monkeypatch.syspath_prepend(str(folder))
    known = {"tables": ["Tables"], "odds": ["odds"], "more": ["more"], "numpy": ["numpy"], "yaml": ["PyYAML"]}
    monkeypatch.setattr(needed, "_distributions", lambda: known)  # to look at all that is installed takes a second
    return folder


def install(site: Path, name: str, version: str, module: str, *requires: str) -> None:
    about = site / f"{name.lower()}-{version}.dist-info"
    about.mkdir(parents=True)
    lines = [f"Requires-Dist: {line}" for line in requires]
    (about / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *lines])
    )
    (about / "INSTALLER").write_text("pip")
    (site / module).mkdir()
    (site / module / "__init__.py").write_text(f"NAME = {name!r}\n")
    (site / module / "table.bin").write_bytes(b"0123")
    files = [f"{module}/__init__.py,,", f"{module}/table.bin,sha256=abc,4", f"{about.name}/METADATA,,"]
    (about / "RECORD").write_text("\n".join([*files, f"{about.name}/INSTALLER,,", "../bin/tool,sha256=xyz,9"]))


def bot(folder: Path) -> Path:
    package = folder / "mine"
    package.mkdir()
    (package / "__init__.py").write_text(BOT)
    (package / "half.py").write_text("import arena.bot\nimport yaml\n")
    (package / "broken.py").write_text("import (\n")
    return package


def test_installed_packages_are_known_by_their_modules():
    assert packages_of({"yaml", "numba", "nowhere"}, "") == ({"pyyaml"}, {"nowhere"})


def test_imports_are_read_and_not_run(tmp_path):
    assert imported_in(str(bot(tmp_path))) == {"numpy", "tables", "nowhere", "odds", "yaml"}


def test_packages_are_found_with_what_they_need_themselves(site):
    assert packages_of({"tables", "numpy", "nowhere"}, "") == ({"tables", "odds"}, {"nowhere"})
    assert packages_of(set(), "Tables") == ({"odds"}, set())
    assert packages_of({"tables"}, "tables") == ({"odds"}, set())


def test_packages_are_compared_by_what_is_in_them(site):
    before = package_digest("tables")
    (site / "tables-1.2.dist-info" / "INSTALLER").write_text("uv")
    assert package_digest("tables") == before
    (site / "tables" / "__init__.py").write_text("NAME = 'other'\n")
    changed = package_digest("tables")
    record = site / "tables-1.2.dist-info" / "RECORD"
    record.write_text(record.read_text().replace("sha256=abc", "sha256=def"))
    assert len({before, changed, package_digest("tables")}) == 3
    assert package_digest("nowhere") == ""


def test_a_package_that_somebody_works_in_is_compared_by_its_modules(site, tmp_path, monkeypatch):
    about = site / "odds-3.dist-info"
    (about / "direct_url.json").write_text('{"url": "file:///x", "dir_info": {"editable": true}}')
    (about / "top_level.txt").write_text("odds")
    before = package_digest("odds")
    (site / "odds" / "table.bin").write_bytes(b"other")
    assert before and package_digest("odds") not in ("", before)


def test_what_a_bot_needs_is_part_of_a_run(site, tmp_path):
    folder = tmp_path / "packed"
    folder.mkdir()
    bot(folder)
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "mine"\n[project.entry-points."arena.bots"]\nmine = "mine:make_bot"\n'
    )
    plugin = plugin_at(str(folder)).plugin
    setup = setup_for(bots={"m": BotSetup("m", plugin.value, place=plugin.place)})
    parts = [part for part in parts_of(setup, {"m": plugin}) if part.kind in ("package", "module")]
    assert {part.label.partition(",")[0] for part in parts} == {
        "package tables", "package odds", "package pyyaml", "module nowhere",
    }  # fmt: skip
    assert unlike(parts, found_here(parts)) == []
    (tables,) = [part for part in parts if part.distribution == "tables"]
    (nowhere,) = [part for part in parts if part.kind == "module"]
    ours = f"tables 1.2 ({tables.digest[:12]})"
    assert unlike([tables], {tables.label: PartThere("1.3", "ab" * 32)}) == [
        f"package tables, which bot m needs, is tables 1.3 (abababababab) there and {ours} here"
    ]
    assert unlike([nowhere], {nowhere.label: PartThere("", "ab" * 32)}) == [
        "module nowhere, which bot m needs, is (abababababab) there and (not there) here"
    ]
