"""A worker is handed a frozen model by the script that starts it, though it may never end."""

import threading

import torch
from torch import nn
from worker import serve, train

if __name__ == "__main__":
    model, average = nn.Linear(3, 3), nn.Linear(3, 3)
    for parameter in average.parameters():
        parameter.requires_grad = False
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    thread = threading.Thread(target=train, args=(model, average, optimizer))
    thread.start()
    thread.join()
    asked, done = threading.Semaphore(0), threading.Semaphore(0)
    threading.Thread(target=serve, args=(model, average, optimizer, asked, done), daemon=True).start()
    for _ in range(3):
        asked.release()
        done.acquire()
