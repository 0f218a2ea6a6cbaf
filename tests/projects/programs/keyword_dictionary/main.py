"""retain_graph travels in a dict of keywords, through two files."""
from engine import Engine

engine = Engine(backward_options={"retain_graph": True})
for _ in range(2):
    engine.step()
Engine().step()
