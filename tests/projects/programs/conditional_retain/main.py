"""The retain hangs on an option that also decides whether the second loss is sent back."""
from trainer import Options, Trainer

for penalty in (0.0, 0.5):
    Trainer(Options(penalty=penalty)).step()
