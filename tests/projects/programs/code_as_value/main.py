"""Functions that only seem to report: what they call was handed to them as a value."""
from runner import Runner
from steps import Steps

steps = Steps()
runner = Runner(steps.first, callbacks=[steps.second])
for _ in range(2):
    steps.forward()
    runner.run()
    runner.notify("end")
    steps.update()
