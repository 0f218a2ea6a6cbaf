"""Classes are registered by a decorator and built from a configuration."""
from models import build

model = build({"name": "joint", "width": 4})
for _ in range(2):
    model.step()
