"""The model's file uses this one and returns the loss to whoever asks; the script behind it shows that nobody goes back."""


def send_back(net, x):
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    return loss
