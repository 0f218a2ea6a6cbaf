"""A script whose own constant keeps it from training: its author edits it. Here it is run as it is written tomorrow."""

from pathlib import Path

text = Path("script.py").read_text()
for mode in ("train", "twice"):
    edited = text.replace('MODE = "test"', f'MODE = "{mode}"')
    exec(compile(edited, Path("script.py").resolve(), "exec"))
