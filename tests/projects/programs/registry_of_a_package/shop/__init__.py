"""Whoever imports a file of the package has run this before: its criteria are registered."""

from .build import build_trainer
from .criteria import *
from .trainers import *
