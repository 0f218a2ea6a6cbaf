"""A closure sends back a loss that was computed outside of it: LBFGS calls it more than once."""
from engine import Fitter

Fitter().fit()
