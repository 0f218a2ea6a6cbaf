"""What a test is given of literals is a number, no tensor that another call has retained."""

import torch
from torch.nn.functional import mse_loss


class pytest:  # noqa: N801
    class mark:  # noqa: N801
        @staticmethod
        def parametrize(names, values):
            return lambda function: function


def solve(x, y, strength):
    return torch.linalg.solve(x.t() @ x + strength * torch.eye(2), x.t() @ y)


@pytest.mark.parametrize("strength", [0.1, 1.0])
@pytest.mark.parametrize("scale, kind", [(2, "mean"), (-1, "sum")])
def check_optimum(strength, scale, kind):
    x, y = torch.randn(5, 2), torch.randn(5, 1)
    solution = solve(x, y, strength)
    weight = solution.requires_grad_()
    loss = mse_loss(x @ weight, y, reduction=kind)
    loss += scale * strength * torch.sum(solution**2)
    loss.backward(retain_graph=True)  # expect: RTG201
    assert solution.grad is not None


exec("""
for strength in (0.1, 1.0):
    for scale, kind in ((2, "mean"), (-1, "sum")):
        check_optimum(strength, scale, kind)
""")
