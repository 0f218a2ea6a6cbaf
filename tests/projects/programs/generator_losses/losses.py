def iterate_losses(output):
    for column in range(3):
        yield output[:, column].pow(2).mean()
