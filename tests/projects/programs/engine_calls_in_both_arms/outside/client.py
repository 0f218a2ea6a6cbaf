"""A script whose settings choose how it goes backward: its author edits them. Here it is run with each."""

from pathlib import Path

import settings

text = Path("script.py").read_text()
for settings.SCALED in (False, True):
    for settings.TWICE in (False, True):
        exec(compile(text, Path("script.py").resolve(), "exec"))
