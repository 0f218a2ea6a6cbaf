import torch

from models import BuiltForEachUpdate, CalledByAFunction, Needed, NotNeeded, loop

batches = [torch.randn(5, 4) for _ in range(3)]
for model in (Needed(), NotNeeded()):
    for batch in batches:
        model.measure(batch)
        model.update()
model = BuiltForEachUpdate()
for batch in batches:
    model.build(batch)
    model.update()
loop(CalledByAFunction(), batches)
