#!/usr/bin/env python3
"""Makes the README's pictures, docs/pictures/*.png, of the page of a tournament's results.

    python scripts/make_pictures.py results/quickstart

Needs Chromium and playwright (the extra ``test``), and Pillow, which matplotlib brings along. Each picture is a part of
the page as a browser shows it. Run it when the page has changed, with the results of ``arena run quickstart``, whose
seed is in its file.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
PARTS = {  # picture -> the first and the last thing on the page that it shows
    "standings": ("#standings h2", "#standings .part:first-of-type .wide"),
    "plots": ("#plots h2", "#plots figure:first-of-type"),
    "best-moves": ("#best h2", "#best .boards figure:first-of-type"),
}
WIDTH, MARGIN = 1180, 12  # of the window, and around what is shown; pixels
LARGEST = 200_000  # bytes of a picture


def take(results: Path) -> list[str]:
    """Write the pictures; return what is wrong with them, one line each."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    wrong = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        page_file = Path(folder, "page.html")
        subprocess.run(
            ["arena", "report", str(results), "--html", str(page_file)], check=True, stdout=subprocess.DEVNULL
        )
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 1600}, color_scheme="light")
        page.goto(page_file.as_uri())
        PICTURES.mkdir(exist_ok=True)
        for name, (first, last) in PARTS.items():
            top, bottom = (page.locator(part).first.bounding_box() for part in (first, last))
            if top is None or bottom is None:
                wrong.append(f"{first} or {last} is not on the page")
                continue
            place = PICTURES / f"{name}.png"
            height = bottom["y"] + bottom["height"] - top["y"] + 2 * MARGIN
            clip = {"x": 0, "y": top["y"] - MARGIN, "width": WIDTH, "height": height}
            page.screenshot(path=place, clip=clip, full_page=True)
            Image.open(place).quantize(256).save(place, optimize=True)  # flat colours: a palette loses nothing
            if place.stat().st_size > LARGEST:
                wrong.append(f"{place.name} has {place.stat().st_size} bytes, and {LARGEST} is the most")
        browser.close()
    return wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit("\n".join(take(Path(sys.argv[1]))) or 0)
