"""A closure that runs the forward itself, as a method and as a lambda over one."""
from engine import Fitter

fitter = Fitter()
fitter.fit()
fitter.fit_lambda()
