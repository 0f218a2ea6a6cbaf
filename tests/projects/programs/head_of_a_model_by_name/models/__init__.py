from .deep import *
from .narrow import *
