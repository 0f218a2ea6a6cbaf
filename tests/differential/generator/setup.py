"""The part of a program before its loop: modules, optimisers and who owns what, data, state that is carried on."""

from __future__ import annotations

from tests.differential.generator.choices import between, happens, pick
from tests.differential.generator.scope import Lines, Scope

_NAMES = (("net",), ("encoder", "decoder"), ("G", "D"), ("actor", "critic", "world"), ("student", "teacher"))
_LAYERS = (
    "nn.Linear(4, 4)",
    "nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))",
    "nn.Sequential(nn.Linear(4, 4), nn.ReLU())",
    "nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4))",
    "nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.GELU(), nn.Linear(8, 4))",
    "nn.Sequential(nn.Dropout(0.5), nn.Linear(4, 4), nn.Sigmoid())",
    "nn.Sequential(nn.Linear(4, 4), nn.GroupNorm(2, 4), nn.PReLU())",
    "nn.Sequential(nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 2, 1), nn.Flatten(), nn.Linear(8, 4))",
    "nn.Sequential(nn.Linear(4, 4, bias=False), nn.SiLU(), nn.RMSNorm(4))",
    "Attention()",
    "Twice()",
    "Net()",
    "Residual(4)",
)
_CLASSES = {
    "Net()": [
        "class Net(nn.Module):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.first = nn.Linear(4, 4)",
        "        self.second = nn.Linear(4, 4)",
        "",
        "    def forward(self, x):",
        "        return self.second(torch.relu(self.first(x)))",
        "",
        "",
    ],
    "Attention()": [
        "class Attention(nn.Module):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)",
        "        self.norm = nn.LayerNorm(4)",
        "",
        "    def forward(self, x):",
        "        h = x.unsqueeze(0)",
        "        y, _ = self.attention(h, h, h)",
        "        return self.norm(h + y).squeeze(0)",
        "",
        "",
    ],
    "Twice()": [
        "class Twice(nn.Module):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.inner = nn.Linear(4, 4)",
        "        self.heads = nn.ModuleDict({'left': nn.Linear(4, 4), 'right': nn.Linear(4, 4)})",
        "",
        "    def encode(self, x):",
        "        return torch.tanh(self.inner(x))",
        "",
        "    def forward(self, x, head='left'):",
        "        return self.heads[head](self.inner(self.encode(x)))",
        "",
        "",
    ],
    "Residual(4)": [
        "class Residual(nn.Module):",
        "    def __init__(self, size):",
        "        super().__init__()",
        "        self.layers = nn.ModuleList([nn.Linear(size, size) for _ in range(2)])",
        "        self.scale = nn.Parameter(torch.ones(size))",
        "",
        "    def forward(self, x):",
        "        for layer in self.layers:",
        "            x = x + torch.tanh(layer(x))",
        "        return x * self.scale",
        "",
        "",
    ],
}
_OPTIMIZERS = (
    "torch.optim.SGD({}, lr=0.1)",
    "torch.optim.Adam({}, lr=1e-3)",
    "optim.AdamW({}, 0.01)",
    "torch.optim.RMSprop({}, lr=0.01)",
    "torch.optim.SGD({}, lr=0.1, momentum=0.9)",
)


def write_setup(scope: Scope) -> tuple[Lines, Lines]:
    """(class definitions, statements before the loop)."""
    classes: Lines = []
    lines: Lines = ["torch.manual_seed(0)"]
    for name in pick(scope.choices, _NAMES):
        layer = pick(scope.choices, _LAYERS)
        lines.append(f"{name} = {layer}")
        if layer in _CLASSES and _CLASSES[layer][0] not in classes:
            classes += _CLASSES[layer]
        scope.modules.append(name)
    if happens(scope.choices, 15):
        lines.append(f"cell = nn.{pick(scope.choices, ('GRUCell', 'RNNCell'))}(4, 4)")
        scope.cells.append("cell")
    lines += _write_optimizers(scope)
    lines += _write_state(scope)
    return classes, lines


def _write_optimizers(scope: Scope) -> Lines:
    lines = []
    everything = [*scope.modules, *scope.cells]
    if len(everything) == 1 or happens(scope.choices, 25):
        groups = [everything]
    else:
        groups = [[name] for name in everything]
        if happens(scope.choices, 15):
            groups[0] = [*groups[0], everything[1]]  # shared ownership
        if happens(scope.choices, 20):
            groups.pop()  # a module that nobody trains
    for group in groups:
        name = "optimizer" if len(groups) == 1 else f"opt_{group[0].lower()}"
        lines.append(f"{name} = {pick(scope.choices, _OPTIMIZERS).format(_parameters(scope, group))}")
        scope.optimizers[name] = group
    return lines


def _parameters(scope: Scope, group: list[str]) -> str:
    calls = [f"{name}.parameters()" for name in group]
    if len(calls) == 1:
        return pick(scope.choices, (calls[0], f"[{{'params': {calls[0]}}}]"))
    joined = ", ".join(calls)
    lists = " + ".join(f"list({call})" for call in calls)
    groups = ", ".join(f"{{'params': {call}}}" for call in calls)
    return pick(scope.choices, (f"itertools.chain({joined})", lists, f"[{groups}]", f"[*{', *'.join(calls)}]"))


def _write_state(scope: Scope) -> Lines:
    lines = []
    if happens(scope.choices, 20):
        flag = pick(scope.choices, ("use_penalty", "warm"))
        lines.append(f"{flag} = {pick(scope.choices, ('True', 'False'))}")
        scope.flags.append(flag)
    if scope.cells or happens(scope.choices, 15):
        lines.append("hidden = torch.zeros(2, 4)")
        scope.carried.append("hidden")
    if happens(scope.choices, 12):
        module = pick(scope.choices, scope.modules)
        lines.append(
            f"features = {pick(scope.choices, (f'{module}(torch.randn(2, 4))', f'{module}(torch.ones(2, 4)).detach()'))}"
        )
        scope.vectors["features"] = "detach" not in lines[-1]
    if happens(scope.choices, 12):
        lines.append("weight = nn.Parameter(torch.randn(4))")
        scope.vectors["weight"] = True
    if happens(scope.choices, 25):
        lines.append("history = []")
        scope.lists.append("history")
    return lines


def write_loop(scope: Scope) -> tuple[Lines, Lines]:
    """(lines before the loop, the loop's head line(s), the innermost last); the loop makes `x` its batch."""
    count = between(scope.choices, 2, 4)
    kind = scope.choices.below(5)
    if kind == 0:
        return [], [f"for i in range({count}):"]
    if kind == 1:
        return [f"data = [torch.randn(2, 4) for _ in range({count})]"], ["for i, x in enumerate(data):"]
    if kind == 2:
        return [f"loader = list(torch.randn({count}, 2, 4))"], [
            "for epoch in range(2):",
            "    for i, x in enumerate(loader):",
        ]
    if kind == 3:
        scope.counter = "step"
        return ["step = -1"], [f"while step < {count - 1}:"]
    return [f"n_steps = {count}"], ["for i in range(n_steps):"]
