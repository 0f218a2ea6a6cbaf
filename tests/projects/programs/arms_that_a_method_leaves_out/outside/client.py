import torch
from sampler import Sampler

sampler = Sampler(torch.nn.Linear(2, 2))
sampler.run_freely(torch.ones(3, 2))
sampler.simulate(torch.ones(3, 2), learn_input=True)
_, kept = sampler.simulate(torch.ones(3, 2), keep=True)
for score in kept:
    score.backward()
sampler.simulate(torch.ones(3, 2), remember=True)
sampler.finish()
sampler.show_freely(torch.ones(3, 2))
sampler.show(torch.ones(3, 2), late=True)
sampler.screen.flush()
