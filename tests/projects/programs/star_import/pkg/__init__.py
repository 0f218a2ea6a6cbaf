from .nets import *
from .losses import *
