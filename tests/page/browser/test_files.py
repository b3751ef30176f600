"""The page's files: what they weigh, what they load, what they are checked by; no browser is needed for these."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import arena.board
import arena.serve.page
from arena.board.drawing import COLOURS

PAGE = Path(arena.serve.page.__file__).parent
WEB = PAGE / "web"
DRAWING = Path(arena.board.__file__).parent / "web"
TYPESCRIPT = "typescript@5.9.3"  # as in noxfile.py


def scripts() -> list[Path]:
    return sorted([*WEB.rglob("*.js"), *DRAWING.rglob("*.js")])


def imports(path: Path, dynamic: bool) -> list[Path]:
    """Return the scripts that one names: those that come with it, or those that it loads when they are wanted."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    pattern = r"import\(\s*[\"']([^\"']+)" if dynamic else r"(?:from|import)\s*[\"']([^\"']+)[\"']"
    found = []
    for name in re.findall(pattern, text):
        shared = name.removeprefix("/web/shared/")
        found.append(DRAWING / shared if shared != name else (path.parent / name).resolve())
    return found


def closure(*first: Path) -> set[Path]:
    """Return scripts with all that come with them."""
    known: set[Path] = set()
    todo = list(first)
    while todo:
        path = todo.pop()
        if path not in known:
            known.add(path)
            todo += imports(path, dynamic=False)
    return known


def test_every_page_loads_less_than_200_kb_of_scripts_and_none_is_left_over() -> None:
    main = WEB / "main.js"
    pages = set(imports(main, dynamic=True))
    assert len(pages) == 11
    for page in pages:
        assert sum(path.stat().st_size for path in closure(main, page)) < 200_000, page
    assert closure(main, *pages) | {WEB / "types.js"} == set(scripts())  # which only the checker reads


def test_no_script_or_style_stands_in_the_page_and_nothing_is_set_as_markup() -> None:
    html = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|style=|\son\w+=|javascript:", html)
    assert all(re.search(r"\bsrc=", tag) for tag in re.findall(r"<script[^>]*>", html))
    assert set(re.findall(r'(?:src|href)="([^"#]+)"', html)) >= {"/web/main.js"}
    assert not re.search(r'(?:src|href)="(?:https?:)?//', html)
    for path in scripts():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path
        )
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), path
    for path in [*WEB.rglob("*.css"), *DRAWING.rglob("*.css")]:
        assert not re.search(r"@import|url\(", path.read_text(encoding="utf-8")), path


def test_no_text_is_below_twelve_pixels() -> None:
    for path in [*WEB.rglob("*.css"), *DRAWING.rglob("*.css")]:
        for number, unit in re.findall(r"font(?:-size)?:\s*([\d.]+)(px|rem|em)", path.read_text(encoding="utf-8")):
            assert float(number) * {"px": 1, "rem": 16, "em": 13.76}[unit] >= 12, path
    assert "SMALLEST = 12" in (DRAWING / "draw.js").read_text(encoding="utf-8")


def test_colours_are_those_of_every_other_picture_of_a_board() -> None:
    css = (DRAWING / "board.css").read_text(encoding="utf-8")
    told = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\)", css))
    assert told == {name: f"{light}, {dark}" for name, (light, dark) in COLOURS.items()}


def test_marks_and_letters_can_be_read_on_every_square() -> None:
    """Contrast of 4.5 to 1 as WCAG 2.2 counts it (AA)."""
    for at in (0, 1):
        for name in ("l2", "l3", "w2", "w3", "other", "square"):
            assert contrast(COLOURS["mark"][at], COLOURS[name][at]) >= 4.5, (name, at)
        for name in ("tile", "fresh"):
            assert contrast(COLOURS["tile-ink"][at], COLOURS[name][at]) >= 4.5, (name, at)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2.2 defines its contrast ratio."""
    a, b = sorted(map(luminance, (one, other)))
    return (b + 0.05) / (a + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_counted_as_its_source_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.skipif(shutil.which("npx") is None and not os.environ.get("CI"), reason="npx runs tsc, and is not here")
def test_types_agree() -> None:
    command = ["npx", "--yes", "--package", TYPESCRIPT, "tsc", "-p", str(PAGE / "jsconfig.json")]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if "npm error" in done.stderr and not os.environ.get("CI"):
        pytest.skip("tsc cannot be installed here: " + done.stderr.splitlines()[0])
    assert done.returncode == 0, done.stdout + done.stderr
