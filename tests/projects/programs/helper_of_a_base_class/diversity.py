def spread(features):
    loss = -features.square().mean()
    loss.backward()  # expect: RTG101
