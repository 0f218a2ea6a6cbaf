"""Of two flags of a script one holds at a time: who edits the one edits the other. What one run does not need another does."""

from pathlib import Path

text = Path("script.py").read_text()
edited = text.replace("USE_MEAN = True", "USE_MEAN = False").replace("USE_SUM = False", "USE_SUM = True")
exec(compile(edited, Path("script.py").resolve(), "exec"))
edited = text.replace('KIND = "one"', 'KIND = "two"').replace('MODE = "test"', 'MODE = "train"')
exec(compile(edited, Path("script.py").resolve(), "exec"))
