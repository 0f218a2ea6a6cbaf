def penalise(outputs):
    outputs.abs().mean().backward()
