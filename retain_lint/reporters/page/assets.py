"""The page's style and script. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.pictures.theme import DARK, LIGHT, MONO, PICTURE_CSS, SANS, write_variables

STYLE = f"""
:root{{{write_variables(LIGHT)}color-scheme:light}}
@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{write_variables(DARK)}color-scheme:dark}}}}
:root[data-theme=dark]{{{write_variables(DARK)}color-scheme:dark}}
*{{box-sizing:border-box}}
html{{scroll-padding-top:1rem}}
body{{margin:0;background:var(--page);color:var(--text);font:15px/1.5 {SANS}}}
a{{color:var(--accent)}}
:focus-visible{{outline:2px solid var(--accent);outline-offset:2px}}
code,pre,kbd{{font-family:{MONO};font-size:.92em}}
.skip{{position:absolute;left:-999px}}
.skip:focus{{left:1rem;top:1rem;background:var(--page);padding:.5rem;z-index:2}}
.top,.columns,footer{{max-width:1400px;margin:0 auto;padding:1.25rem 1.5rem}}
.top{{display:grid;grid-template-columns:1fr auto;gap:.75rem;align-items:center;padding-bottom:.5rem}}
.top h1{{font-size:1.35rem;margin:0}}
#theme{{font:inherit;font-size:.85rem;color:var(--text);background:var(--box);border:1px solid var(--edge);border-radius:6px;padding:.25rem .7rem}}
.tiles{{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.5rem;margin:0;padding:0;list-style:none}}
.tiles li{{background:var(--box);border:1px solid var(--edge);border-radius:8px;padding:.35rem .8rem;color:var(--muted);font-size:.85rem}}
.tiles b{{color:var(--text);font-size:1.15rem;margin-right:.25rem}}
.tiles .error b{{color:var(--hot)}}.tiles .warning b{{color:var(--warning)}}
.columns{{display:grid;grid-template-columns:300px minmax(0,1fr);gap:1.5rem;align-items:start}}
main:only-child{{grid-column:1/-1}}
nav{{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;font-size:.85rem}}
nav ul,nav ol{{list-style:none;margin:0 0 1rem;padding:0}}
.filters label{{display:flex;gap:.35rem;align-items:baseline;padding:.15rem 0}}.filters b{{margin-left:auto}}
.name,.where,.place,figcaption{{color:var(--muted)}}
.index a{{display:block;padding:.5rem .7rem;border-left:3px solid var(--edge);color:var(--text);text-decoration:none;overflow-wrap:anywhere}}
.index a.error{{border-color:var(--hot)}}.index a.warning{{border-color:var(--warning)}}
.index a:hover,.index a[aria-current]{{background:var(--box)}}
.index span{{display:block;color:var(--muted);display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}}
.finding{{border:1px solid var(--edge);border-radius:10px;background:var(--card);padding:1.1rem 1.25rem;margin:0 0 1.5rem;overflow-wrap:anywhere}}
.finding:focus{{outline:2px solid var(--accent)}}
.finding h2{{font-size:1.08rem;font-weight:600;line-height:1.4;margin:.35rem 0}}
.finding h3{{font-size:.82rem;text-transform:uppercase;letter-spacing:.05em;color:var(--muted);margin:1.1rem 0 .4rem}}
.finding p{{margin:.3rem 0}}
.meta{{font-size:.88rem}}
.meta a:first-of-type{{font-weight:600}}
.self{{float:right;color:var(--muted);text-decoration:none}}
.place,.where{{font-family:{MONO};font-size:.82rem}}
.tag{{display:inline-block;border-radius:99px;padding:0 .6rem;font-size:.78rem;border:1px solid currentColor;margin-right:.3rem}}
.tag.error{{color:var(--hot)}}.tag.warning{{color:var(--warning)}}
.help b,.note b{{display:inline-block;min-width:2.9rem;font-size:.8rem}}
.help{{background:var(--box);border-left:3px solid var(--good);padding:.45rem .8rem;border-radius:0 6px 6px 0}}
.help b{{color:var(--good)}}.note{{color:var(--muted);padding-left:.95rem;font-size:.9rem}}
figure{{margin:.8rem 0}}
figcaption{{font:.8rem {MONO};margin-bottom:.25rem}}
pre{{margin:0;background:var(--box);border:1px solid var(--edge);border-radius:8px;padding:.5rem 0;overflow-x:auto;line-height:1.55}}
.line{{display:flex;width:max-content;min-width:100%;padding-right:1rem}}
.line.main{{background:var(--hot-box)}}
.row{{flex:none;width:3rem;text-align:right;color:var(--muted);user-select:none}}
.badges{{flex:none;width:2.6rem;text-align:center;white-space:nowrap}}
.gap{{padding-left:1.9rem;color:var(--muted)}}
.line code,.diff div{{white-space:pre}}
mark{{color:inherit;background:none;border-bottom:2px solid var(--note)}}
mark.main{{border-color:var(--hot);font-weight:700}}
.badge{{display:inline-block;min-width:1.25rem;height:1.25rem;line-height:1.25rem;border-radius:99px;background:var(--note);color:var(--on-mark);font:700 .72rem/1.25rem {SANS};text-align:center}}
.badge.main{{background:var(--hot)}}
.steps{{list-style:none;margin:0;padding:0}}
.steps li{{display:flex;gap:.6rem;padding:.2rem 0}}
.steps .badge{{flex:none}}
.where{{margin-left:.4rem}}
.diff div{{padding:0 1rem;width:max-content;min-width:100%}}
.diff .add{{color:var(--good)}}.diff .del{{color:var(--hot)}}
summary{{cursor:pointer;margin-top:.9rem}}summary h3{{display:inline}}
.picture{{overflow-x:auto;border:1px solid var(--edge);border-radius:8px;margin-top:.5rem;background:var(--page)}}
.picture svg{{display:block;max-width:100%;min-width:min(720px,var(--natural));height:auto}}
.empty{{font-size:1.2rem;padding:3rem 0;text-align:center;color:var(--good)}}
footer{{color:var(--muted);font-size:.85rem}}
kbd{{border:1px solid var(--edge);border-radius:4px;padding:0 .3rem}}
[hidden]{{display:none!important}}
@media (max-width:900px){{
.top,.columns,footer{{padding-left:1rem;padding-right:1rem}}
.columns{{grid-template-columns:minmax(0,1fr)}}
nav{{position:static;max-height:none}}
.index{{max-height:13rem;overflow:auto;border:1px solid var(--edge);border-radius:8px}}
.finding{{padding:.9rem}}
.row{{width:2.2rem}}
}}
@media print{{nav,#theme,footer{{display:none}}.columns{{display:block}}.finding{{break-inside:avoid}}}}
{PICTURE_CSS}
"""

SCRIPT = """
"use strict";
(() => {
  const root = document.documentElement;
  const findings = [...document.querySelectorAll(".finding")];
  const shown = () => findings.filter((finding) => !finding.hidden);
  const flip = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  const move = (by) => {
    const list = shown();
    const at = list.indexOf(document.activeElement.closest(".finding"));
    const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1)];
    if (next) { next.focus({ preventScroll: true }); next.scrollIntoView({ block: "start" }); mark(next); }
  };
  const mark = (finding) => document.querySelectorAll(".index a").forEach((link) =>
    link.hash === "#" + finding.id ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
  document.querySelectorAll(".picture").forEach((picture) => { // a narrow screen shows the call that is reported first
    const [call] = [...picture.querySelectorAll(".hot")].slice(-1);
    if (!call || picture.scrollWidth <= picture.clientWidth) return;
    const [frame, spot] = [picture, call].map((part) => part.getBoundingClientRect());
    picture.scrollLeft += spot.left + spot.width / 2 - frame.left - frame.width / 2;
  });
  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.addEventListener("click", flip);
  const filters = document.getElementById("filters");
  if (filters) {
    filters.hidden = false;
    filters.addEventListener("change", () => {
      const on = new Set([...filters.querySelectorAll("input:checked")].map((box) => box.value));
      document.querySelectorAll("[data-code]").forEach((part) => { part.hidden = !on.has(part.dataset.code); });
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = { j: () => move(1), k: () => move(-1), t: flip }[event.key];
    if (action) { event.preventDefault(); action(); }
  });
})();
"""
