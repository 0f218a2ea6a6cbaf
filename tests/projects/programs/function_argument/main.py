"""The train step is handed to the runner as an argument."""
from runner import run
from steps import joint_step

run(joint_step, epochs=2)
