import torch


def train(model, average, optimizer):
    state = torch.zeros(1, 3)
    for _ in range(3):
        state = average(state)
        loss = (model(torch.ones(1, 3)) * state).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def serve(model, average, optimizer, asked, done):
    state = torch.zeros(1, 3)
    while True:
        asked.acquire()
        state = average(state)
        loss = (model(torch.ones(1, 3)) * state).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        done.release()
