import torch
from shop import build_trainer

trainer = build_trainer("plain")
for _ in range(2):
    trainer.update(torch.ones(3, 2))
