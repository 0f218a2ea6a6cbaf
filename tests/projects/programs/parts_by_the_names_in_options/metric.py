import torch


def accuracy(output, target):
    with torch.no_grad():
        return (output.argmax(1) == target).float().mean().item()


def top(output, target):
    return output.detach().topk(1)[0].mean().item()
