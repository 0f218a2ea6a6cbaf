"""A worker is handed a frozen model by the script that starts it."""

import threading

import torch
from torch import nn
from worker import train

if __name__ == "__main__":
    model, average = nn.Linear(3, 3), nn.Linear(3, 3)
    for parameter in average.parameters():
        parameter.requires_grad = False
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    thread = threading.Thread(target=train, args=(model, average, optimizer))
    thread.start()
    thread.join()
