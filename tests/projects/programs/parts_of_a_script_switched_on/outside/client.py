"""Each part of a script has a flag, set to 0 or 1 just before it. What one part needs not another one may."""

from pathlib import Path

text = Path("script.py").read_text()
first, second, third = text.split("\nflag = 0\n")
for edited in (f"{first}\nflag = 1\n{second}\nflag = 0\n{third}", f"{first}\nflag = 0\n{second}\nflag = 1\n{third}"):
    exec(compile(edited, Path("script.py").resolve(), "exec"))
