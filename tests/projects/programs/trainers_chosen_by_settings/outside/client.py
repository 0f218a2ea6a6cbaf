"""A script whose settings choose one trainer shows how the others are used: here it is run with each of them."""

from pathlib import Path

import settings

text = Path("script.py").read_text()
settings.SECOND = True
for kind in settings.KINDS:
    settings.KIND = kind
    exec(text)
