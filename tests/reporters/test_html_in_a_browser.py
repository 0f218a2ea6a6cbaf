"""The html page in Chromium, where that is installed: nothing sticks out, and what is reported is in view."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.commands import run_lint

ROOT = Path(__file__).parents[2]
#: asks the page in a frame of some width what a reader sees, and writes that down
READER = """
<body style="margin:0"><iframe src="page.html" style="width:{width}px;height:900px;border:0"></iframe>
<script>
document.querySelector("iframe").addEventListener("load", (event) => {{
  const page = event.target.contentDocument, root = page.documentElement;
  const sees = (picture) => {{
    const calls = picture.querySelectorAll(".hot"), frame = picture.getBoundingClientRect();
    const spot = calls[calls.length - 1].getBoundingClientRect();
    return spot.left >= frame.left - 1 && spot.right <= frame.right + 1;
  }};
  const pictures = [...page.querySelectorAll(".picture")];
  page.getElementById("theme").click();
  const words = {{
    wide: root.scrollWidth - root.clientWidth, theme: root.dataset.theme, pictures: pictures.length, seen: pictures.filter(sees).length,
    colours: [getComputedStyle(page.body).color, getComputedStyle(page.body).backgroundColor],
  }};
  document.body.append(Object.assign(document.createElement("pre"), {{ textContent: JSON.stringify(words) }}));
}});
</script></body>
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on the shipped examples."""
    folder = tmp_path_factory.mktemp("page")
    run_lint("check", "--no-cache", "--output-format", "html", "-o", str(folder / "page.html"), "examples", cwd=ROOT)
    return folder / "page.html"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_reader_sees_all(page: Path, width: int) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium is installed")
    reader = page.with_name(f"reader{width}.html")
    reader.write_text(READER.format(width=width))
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
    command = [browser, *options, "--window-size=1400,900", "--virtual-time-budget=5000", "--dump-dom", reader.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    (found,) = re.findall(r"<pre>(.*?)</pre>", shown)
    seen = json.loads(found)
    assert seen["wide"] == 0  # no scrolling sideways
    assert seen["pictures"] == seen["seen"] > 0
    assert seen["theme"] == "dark" and len(set(seen["colours"])) == 2
