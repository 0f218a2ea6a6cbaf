import torch
from sampler import Sampler

sampler = Sampler()
sampler.sample(torch.ones(3, 2))
sampler.store.flush()
