import torch


def fit(centres: torch.Tensor, data: torch.Tensor, steps: int = 3) -> torch.Tensor:
    centres.requires_grad_()
    optimizer = torch.optim.Adam([centres], lr=0.1)
    for _ in range(steps):
        loss = torch.cdist(centres, data).sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    return centres.detach()


def fit_together(centres: torch.Tensor, data: torch.Tensor, steps: int = 3) -> torch.Tensor:
    optimizer = torch.optim.Adam([{"params": [centres]}], lr=0.1)
    distances = torch.cdist(centres, data)
    for _ in range(steps):
        optimizer.zero_grad()
        distances.sum().backward(retain_graph=True)
    return centres.detach()
