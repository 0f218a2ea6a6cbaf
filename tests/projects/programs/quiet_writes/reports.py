def print_summary(net):
    for parameter in net.parameters():
        print(parameter.norm().item(), flush=True)
        parameter.data.mul_(0.9)


def dump_weights(net):
    for parameter in net.parameters():
        parameter.requires_grad_(False).mul_(0.9).requires_grad_(True)
