from collections import namedtuple
from typing import NamedTuple

import torch


class Losses(NamedTuple):
    style: torch.Tensor
    content: torch.Tensor


Pair = namedtuple("Pair", ["first", "second"])
