import torch
from torch import nn, optim

def compute_1(D, i, loss2, optimizer):
    if i < 1:
        optimizer.zero_grad()
        point = torch.randn(2, 4, requires_grad=True)
        score = D(point).tanh().sum()
        slope, = torch.autograd.grad(score, point, create_graph=True)
        penalty = (slope.norm(2, dim=1) - 1).pow(2).mean()
        (loss2 + penalty).backward()

def main():
    torch.manual_seed(0)
    G = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    D = nn.Sequential(nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 2, 1), nn.Flatten(), nn.Linear(8, 4))
    optimizer = optim.AdamW([{'params': G.parameters()}, {'params': D.parameters()}], 0.01)
    loader = list(torch.randn(4, 2, 4))
    for epoch in range(2):
        for i, x in enumerate(loader):
            pred = G(torch.randn(2, 4))
            loss = torch.logsumexp(G(pred), 1).mean()
            loss2 = nn.MSELoss()(pred, torch.zeros(2, 4)) + loss * 0.5
            loss.backward(retain_graph=True)
            if (i + 1) % 2 == 0:
                optimizer.step()
                optimizer.zero_grad()
            compute_1(D, i, loss2, optimizer)
            optimizer.step()
            loss2.backward(retain_graph=True)
            optimizer.step()
            optimizer.zero_grad()
if __name__ == '__main__':
    main()
