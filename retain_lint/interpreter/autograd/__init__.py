"""Transfer functions of the autograd engine: forward nodes, backward, in-place writes, optimiser steps. Floor 3."""
