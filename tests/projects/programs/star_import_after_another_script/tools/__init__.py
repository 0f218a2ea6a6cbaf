from tools.tensors import *
