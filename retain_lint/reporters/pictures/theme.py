"""The colours of pictures and pages, light and dark. Floor 5.

Models are told apart by hue and by name; the hues are those of Okabe and Ito, which the colour-blind can tell apart, made lighter or
darker until text on them has a contrast of 4.5.
"""

from __future__ import annotations

import re

LIGHT = {
    "page": "#ffffff",
    "card": "#ffffff",
    "box": "#f6f8fa",
    "edge": "#d0d7de",
    "text": "#1f2328",
    "muted": "#59636e",
    "link": "#8c959f",
    "event": "#eef1f4",
    "hot": "#cf222e",
    "hot-box": "#ffebe9",
    "note": "#0969da",
    "on-mark": "#ffffff",
    "accent": "#0969da",
    "warning": "#9a6700",
    "good": "#1a7f37",
    **dict(
        zip(
            (f"model-{n}" for n in range(6)),
            ("#0072b2", "#a94400", "#00755a", "#9c3d7c", "#7a5900", "#4c5a9c"),
            strict=True,
        )
    ),
}
DARK = {
    "page": "#0d1117",
    "card": "#151b23",
    "box": "#1c232d",
    "edge": "#3d444d",
    "text": "#f0f6fc",
    "muted": "#9198a1",
    "link": "#656c76",
    "event": "#262c36",
    "hot": "#ff7b72",
    "hot-box": "#3c1618",
    "note": "#4493f8",
    "on-mark": "#0d1117",
    "accent": "#4493f8",
    "warning": "#d29922",
    "good": "#3fb950",
    **dict(
        zip(
            (f"model-{n}" for n in range(6)),
            ("#56b4e9", "#f0904f", "#3fc79a", "#e39ac8", "#e0b83c", "#a3b0f0"),
            strict=True,
        )
    ),
}
MONO = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'
SANS = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif'
MODEL_COLOURS = 6
_VARIABLE = re.compile(r"([a-z-]+):var\(--([\w-]+)\)")


def write_variables(colours: dict[str, str]) -> str:
    """The colours as CSS variables."""
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def spell_colours(css: str) -> str:
    """The rules with each colour in full, and by its variable for what knows these. Others draw the light scheme, whether they drop
    what they do not know (librsvg, Inkscape, office programs) or would take it for black (CairoSVG)."""
    spelled = _VARIABLE.sub(lambda use: f"{use[1]}:{LIGHT[use[2]]}", css)
    return f"{spelled}@supports (fill:var(--page)){{{css}}}"


PICTURE_CSS = f"""
.rl .page{{fill:var(--page)}}
.rl text{{font-family:{SANS};fill:var(--text);font-size:12px}}
.rl .code{{font-family:{MONO};font-size:13px;font-weight:600}}
.rl .small{{font-family:{MONO};font-size:11px;fill:var(--muted)}}
.rl .word{{font-size:11px;fill:var(--muted)}}
.rl .head{{font-size:15px;font-weight:600}}
.rl .box{{fill:var(--box);stroke:var(--edge);stroke-width:1}}
.rl .loss{{stroke:var(--text);stroke-width:1.5}}
.rl .event{{fill:var(--event);stroke:none}}
.rl .hot{{fill:var(--hot-box);stroke:var(--hot);stroke-width:1.75}}
.rl .link{{fill:none;stroke:var(--link);stroke-width:1.5}}
.rl .tip{{fill:var(--link)}}
.rl .run{{stroke-width:1.5;stroke-dasharray:1 4;stroke-linecap:round}}
.rl .cut{{stroke-dasharray:2 4}}
.rl .carried{{stroke-dasharray:5 4}}
.rl .link.warm{{stroke:var(--hot)}}
.rl .tip.warm{{fill:var(--hot)}}
.rl .spine{{stroke:var(--edge);stroke-width:2}}
.rl .knob{{fill:var(--page);stroke:var(--muted);stroke-width:1.5}}
.rl .knob.engine{{fill:var(--text);stroke:var(--text)}}
.rl .glyph{{font-size:11px;fill:var(--muted);text-anchor:middle}}
.rl .glyph.engine{{fill:var(--page)}}
.rl .mark{{fill:var(--note)}}
.rl .mark.main{{fill:var(--hot)}}
.rl .digit{{font-size:10px;font-weight:700;fill:var(--on-mark);text-anchor:middle}}
{"".join(f".rl .m{n}{{fill:var(--model-{n})}}" for n in range(MODEL_COLOURS))}
"""
