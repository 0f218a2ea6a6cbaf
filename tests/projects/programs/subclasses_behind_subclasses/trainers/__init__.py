from .final import Final
