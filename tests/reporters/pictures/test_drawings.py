"""The drawings: nothing overlaps, time runs down, and consumers can read them, whatever the program is called."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pydot
import pytest

from retain_lint.domain.picture import ItemKind, Picture
from retain_lint.reporters.pictures.boxes import measure
from retain_lint.reporters.pictures.dot import render_dot
from retain_lint.reporters.pictures.focus import choose_picture, focus_on
from retain_lint.reporters.pictures.layout import Box, place_items
from retain_lint.reporters.pictures.mermaid import render_mermaid
from retain_lint.reporters.pictures.svg import render_inline, render_svg
from tests.reporters.pictures.programs import GAN, HELPER, RECURRENT, draw, draw_one
from tests.reporters.samples import HOSTILE

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.py"))
PROGRAMS = [GAN, RECURRENT, HELPER, *(path.read_text(encoding="utf-8") for path in EXAMPLES)]
PICTURES = [picture for program in PROGRAMS for picture in draw(program)]
HOSTILE_PROGRAM = """\
import torch
net = torch.nn.Linear(1, 1)
x = net(torch.ones(1, len('</text></svg><script>alert(1)</script>"]{|}&;'[:1])))
(x.mean() + len('\\x1b --> end "\\\\')).backward()
"""


def overlap(one: Box, other: Box) -> bool:
    apart = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (apart or one.y + one.height <= other.y or other.y + other.height <= one.y)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.function or "module")
def test_layout(picture: Picture) -> None:
    layout = place_items(picture, measure)
    assert not any(overlap(one, other) for one, other in combinations(layout.boxes.values(), 2))
    assert all(box.x >= 0 and box.x + box.width <= layout.width + 1e-6 for box in layout.boxes.values())
    assert all(box.y + box.height <= layout.height + 1e-6 for box in layout.boxes.values())
    for link in picture.links:
        if not link.carried:
            source, target = layout.boxes[link.source], layout.boxes[link.target]
            assert source.y + source.height < target.y + target.height / 2
    events = [layout.boxes[item.number].y for item in picture.items if item.is_event]
    assert events == sorted(set(events))


def test_what_is_built_after_a_step_stands_below_it() -> None:
    picture = draw_one(GAN)
    layout = place_items(picture, measure)
    times = {item.number: layout.boxes[item.number] for item in picture.items}
    for item in picture.items:
        if item.kind in (ItemKind.ENGINE, ItemKind.STEP):
            assert all(
                times[later.number].y >= times[item.number].y + times[item.number].height
                for later in picture.items[item.number + 1 :]
            )


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.function or "module")
def test_svg_is_xml_with_every_item(picture: Picture) -> None:
    root = ElementTree.fromstring(render_svg([picture]))
    text = " ".join("".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}g"))
    assert all(
        item.location.span.start_line and f"line {item.location.span.start_line}" in text for item in picture.items
    )
    assert all(model.name in text for model in picture.models)


def test_colours_need_no_variables() -> None:
    """What does not know them passes over the rules that need them."""
    drawn = render_svg(draw(GAN))
    plain, guarded = re.fullmatch(r"(.*)@supports \(fill:var\(--page\)\)\{(.*?\})\s*\}(</style>.*)", drawn, re.S).group(
        1, 2
    )  # type: ignore[union-attr]
    assert "var(" not in plain and guarded.count("{") == guarded.count("}") and "var(--page)" in guarded
    painted = re.findall(r"\.rl \.(\w+)\{(?:fill|stroke):#[0-9a-f]{6}", plain)
    assert {"page", "box", "event", "link", "knob", "m0"} - set(painted) == {"link"}
    assert "stroke:#" in re.findall(r"\.rl \.link\{([^}]*)\}", plain)[0]


def test_the_drawing_is_the_same_each_time(tmp_path: Path) -> None:
    program = "from tests.reporters.pictures.programs import *\nfrom retain_lint.reporters.pictures.svg import render_svg\nprint(render_svg(draw(GAN)))"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawn) == 1 and b"loss_d" in drawn.pop()


@pytest.mark.parametrize("program", [*PROGRAMS, HOSTILE_PROGRAM])
def test_graphviz_reads_the_text(program: str) -> None:
    pictures = draw(program, HOSTILE)
    parsed = pydot.graph_from_dot_data(render_dot(pictures))
    assert parsed is not None
    clusters = parsed[0].get_subgraphs()
    assert len(clusters) == len(pictures)
    for cluster, picture in zip(clusters, pictures, strict=True):
        assert len(cluster.get_nodes()) == len(picture.items) + len(picture.models)


@pytest.mark.parametrize("program", [*PROGRAMS, HOSTILE_PROGRAM])
def test_labels_for_mermaid_hold_nothing_of_its_syntax(program: str) -> None:
    for line in render_mermaid(draw(program, HOSTILE)).splitlines()[1:]:
        assert line.count('"') in (0, 2) and "<script" not in line
        label = line.split('"')[1].replace("<br/>", " ") if '"' in line else ""
        assert not set(label) & set("<>[]{}()|`\\&")


def test_hostile_text_is_text() -> None:
    (picture,) = draw(HOSTILE_PROGRAM, HOSTILE)
    root = ElementTree.fromstring(render_svg([picture]))
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    ElementTree.fromstring(render_inline(picture, focus_on(picture, [picture.items[0].location])))


def test_a_focus_marks_the_steps_and_what_is_run_twice() -> None:
    picture = draw_one(GAN)
    items = {item.title: item for item in picture.items}
    first, second = items["loss_d.backward(retain_graph=True)"], items["loss_g.backward()"]
    focus = focus_on(picture, [items["fake"].location, first.location, second.location])
    assert focus.marks == {items["fake"].number: (1,), first.number: (2,), second.number: (3,)}
    assert focus.hot == {items["fake"].number, second.number}
    assert choose_picture([picture], second.location) is picture
