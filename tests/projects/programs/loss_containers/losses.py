def compute(output):
    losses = {"a": output.mean(), "b": output.pow(2).mean()}
    losses["c"] = output.abs().mean()
    return losses
