import torch
from sampler import Sampler

sampler = Sampler()
sampler.sample(torch.ones(3, 2))
sampler.store.flush()
sampler.sample_first(torch.ones(3, 2))
sampler.stores.first.flush()
sampler.sample_other(torch.ones(3, 2))
sampler.stores.others[0].flush()
