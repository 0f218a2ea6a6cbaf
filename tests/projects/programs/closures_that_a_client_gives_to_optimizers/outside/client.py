from fit import Fit

fit = Fit()
for closure in (fit.closure, fit.first_closure, fit.closure):
    fit.optimizer.step(closure)
