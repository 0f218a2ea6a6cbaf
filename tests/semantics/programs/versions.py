# %% prelude
import copy

import torch
import torch.nn.functional as F
from torch import nn

x = torch.rand(2, 3)
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
last = net[1]

# %% a step between forward and backward: MAKE
# each: MAKE = optim.ASGD(ps) | optim.Adadelta(ps) | optim.Adafactor(ps) | optim.Adagrad(ps) | optim.Adam(ps) | optim.AdamW(ps) | optim.Adamax(ps) | optim.NAdam(ps) | optim.RAdam(ps) | optim.RMSprop(ps) | optim.Rprop(ps) | optim.SGD(ps) | optim.SGD(ps, lr=0.0) | optim.SGD(ps, foreach=True) | optim.Adam(ps, foreach=False)
from torch import optim

ps = list(net.parameters())
opt = MAKE
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a step of Muon
opt = torch.optim.Muon([last.weight])
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a step of LBFGS
opt = torch.optim.LBFGS(net.parameters())


def closure():
    opt.zero_grad()
    now = net(x).sum()
    now.backward()
    return now


loss = net(x).sum()
opt.step(closure)
loss.backward()  # expect: RTG103

# %% a fused step changes the weights behind torch's back: KIND
# each: KIND = SGD | Adam | AdamW | Adagrad
opt = torch.optim.KIND(net.parameters(), lr=0.1, fused=True)
target = net(x).pow(2).sum()
net(x).sum().backward()
opt.step()
opt.zero_grad()
target.backward()  # expect: RTG103
# %% [fixed]
target = net(x).pow(2).sum()
target.backward()

# %% a parameter written under no_grad: WRITE
# each: WRITE = p.add_(1) | p.sub_(1) | p.copy_(torch.zeros(1, 3)) | p.mul_(2) | p.clamp_(0, 1) | p.zero_() | p[...] = 0.0 | p.view(-1).add_(1) | p.lerp_(torch.ones(1, 3), 0.5)
loss = net(x).sum()
p = last.weight
with torch.no_grad():
    WRITE
loss.backward()  # expect: RTG103

# %% all parameters written under no_grad in a loop
loss = net(x).sum()
with torch.no_grad():
    for p in net.parameters():
        p.add_(1)
loss.backward()  # expect: RTG103

# %% a detached parameter shares the version
loss = net(x).sum()
last.weight.detach().add_(1)
loss.backward()  # expect: RTG103

# %% writes that rename the storage or hide: WRITE
# each: WRITE = p.data.add_(1) | p.data.mul_(2) | p.data[0] = 0.0 | p.data = torch.zeros(1, 3) | p.detach().numpy().__iadd__(1)
loss = net(x).sum()
p = last.weight
WRITE
loss.backward()

# %% flags and gradients written: WRITE
# each: WRITE = p.requires_grad_(False) | p.requires_grad_(True) | p.grad = torch.zeros(1, 3)
loss = net(x).sum()
p = last.weight
WRITE
loss.backward()

# %% load_state_dict
loss = net(x).sum()
net.load_state_dict(net.state_dict())
loss.backward()  # expect: RTG103

# %% load_state_dict of a part
loss = net(x).sum()
last.load_state_dict(nn.Linear(3, 1).state_dict())
loss.backward()  # expect: RTG103

# %% reset_parameters
loss = net(x).sum()
last.reset_parameters()
loss.backward()  # expect: RTG103

# %% an initialiser: INIT
# each: INIT = nn.init.zeros_(last.weight) | nn.init.normal_(last.weight, 0.0, 0.02) | nn.init.xavier_uniform_(last.weight)
loss = net(x).sum()
INIT
loss.backward()  # expect: RTG103

# %% an initialiser applied to every layer
# reason: which submodules the function writes is not followed
def init(module):
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, 0.0, 0.02)


loss = net(x).sum()
net.apply(init)
loss.backward()  # silent: RTG103

# %% a foreach write
# reason: private functions of torch have no rows
loss = net(x).sum()
with torch.no_grad():
    torch._foreach_mul_(list(net.parameters()), 0.5)
loss.backward()  # silent: RTG103

# %% load_state_dict(assign=True) puts other parameters in place
loss = net(x).sum()
net.load_state_dict(nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1)).state_dict(), assign=True)
loss.backward()

# %% a parameter rebound
loss = net(x).sum()
last.weight = nn.Parameter(torch.zeros(1, 3))
loss.backward()

# %% an initialiser of the data
loss = net(x).sum()
nn.init.zeros_(last.weight.data)
loss.backward()

# %% vector_to_parameters
vector = nn.utils.parameters_to_vector(net.parameters()).detach()
loss = net(x).sum()
nn.utils.vector_to_parameters(vector * 0.5, net.parameters())
loss.backward()

# %% scaler.step(opt)
scaler = torch.amp.GradScaler("cpu")
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(x).sum()
scaler.scale(loss).backward(retain_graph=True)
scaler.step(opt)
scaler.update()
loss.backward()  # expect: RTG103

# %% what moves no version: CALL
# each: CALL = net.zero_grad() | net.zero_grad(set_to_none=False) | opt.zero_grad() | nn.utils.clip_grad_norm_(net.parameters(), 1.0) | nn.utils.clip_grad_value_(net.parameters(), 1.0) | net.eval() | net.state_dict() | copy.deepcopy(net) | net.share_memory()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
CALL
loss.backward()

# %% conversions move no version: CALL
# each: CALL = net.to("cpu") | net.float()
loss = net(x).sum()
CALL
loss.backward()

# %% an average that reads the network
average = copy.deepcopy(net)
loss = net(x).sum()
with torch.no_grad():
    for a, p in zip(average.parameters(), net.parameters()):
        a.mul_(0.9).add_(p, alpha=0.1)
loss.backward()

# %% an average of the network, itself sent backward
average = copy.deepcopy(net)
loss = average(x).sum()
with torch.no_grad():
    for a, p in zip(average.parameters(), net.parameters()):
        a.mul_(0.9).add_(p, alpha=0.1)
loss.backward()  # expect: RTG103

# %% an average by way of data
average = copy.deepcopy(net)
loss = average(x).sum()
for a, p in zip(average.parameters(), net.parameters()):
    a.data.mul_(0.9).add_(p.data, alpha=0.1)
loss.backward()

# %% AveragedModel reads the network
average = torch.optim.swa_utils.AveragedModel(net)
loss = net(x).sum()
average.update_parameters(net)
loss.backward()

# %% the running statistics are written: WRITE
# each: WRITE = norm.reset_running_stats() | norm.load_state_dict(nn.BatchNorm1d(3).state_dict()) | norm.running_mean.zero_() | norm.running_var.copy_(torch.ones(3))
norm = nn.BatchNorm1d(3)
loss = norm(x).pow(2).sum()
WRITE
loss.backward()  # expect: RTG103

# %% the buffers of a network copied from another
norm = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
other = copy.deepcopy(norm)
loss = norm(x).pow(2).sum()
for (_, mine), (_, theirs) in zip(norm.named_buffers(), other.named_buffers()):
    mine.copy_(theirs)
loss.backward()  # expect: RTG103

# %% the buffers of another network are read only
norm = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
other = copy.deepcopy(norm)
loss = norm(x).pow(2).sum()
for mine, theirs in zip(norm.buffers(), other.buffers()):
    theirs.data.copy_(mine.data)
loss.backward()

# %% training forwards of BatchNorm write the statistics unnoticed
norm = nn.BatchNorm1d(3)
first = norm(x).pow(2).sum()
second = norm(x + 1).pow(2).sum()
first.backward()
second.backward()

# %% a sibling view is written
flat = torch.rand(6)
w = torch.rand(3, requires_grad=True)
loss = (flat[:3] * w).sum()
flat[3:].add_(1)
loss.backward()  # expect: RTG103

# %% a saved input is overwritten
a = torch.rand(3)
w = torch.rand(3, requires_grad=True)
loss = (a * w).sum()
a.copy_(torch.zeros(3))
loss.backward()  # expect: RTG103

# %% the source of a copy is written: COPY
# each: COPY = w.clone() | w.half() | torch.cat([w, w]) | w + 0 | w[[0, 1]]
w = torch.rand(3, requires_grad=True)
loss = (COPY).pow(2).sum()
with torch.no_grad():
    w.add_(1)
loss.backward()

# %% gradients cleared to None before the step: it skips the parameters
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.zero_grad()
opt.step()  # also: RTG303
loss.backward()

# %% gradients cleared to zero before the step: it writes
# reason: gradients of zeros are not told from none
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.zero_grad(set_to_none=False)
opt.step()
loss.backward()  # silent: RTG103

# %% a step of the first Linear only, whose weight the input did not need
opt = torch.optim.SGD(net[0].parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% a step of the last bias only
opt = torch.optim.SGD([last.bias], lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% a step of a network that is not in the graph
other = nn.Linear(3, 1)
opt = torch.optim.SGD(other.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
other(x).sum().backward()
opt.step()
loss.backward()

# %% a step of the last Linear
opt = torch.optim.SGD(last.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% two forwards, then backward, step, backward
opt = torch.optim.SGD(net.parameters(), lr=0.1)
a, b = net(x).sum(), net(x * 2).sum()
a.backward()
opt.step()
b.backward()  # expect: RTG103

# %% a new forward after the step
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net(x).sum().backward()
opt.step()
net(x).sum().backward()

# %% GAN: both losses first, the discriminator's step between
G, D = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
fake = G(x)
out = D(fake)
ld, lg = out.mean(), -out.mean()
od.zero_grad()
ld.backward(retain_graph=True)  # also: RTG301
od.step()
og.zero_grad()
lg.backward()  # expect: RTG103
og.step()

# %% GAN: the discriminator judges again after its step
G, D = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
fake = G(x)
od.zero_grad()
D(fake.detach()).mean().backward()
od.step()
og.zero_grad()
(-D(fake).mean()).backward()
og.step()

# %% GAN: the generator steps first, its old picture is judged again
G, D = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3)), nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
fake = G(x)
og.zero_grad()
(-D(fake).mean()).backward(retain_graph=True)
og.step()
od.zero_grad()
D(fake).mean().backward()  # expect: RTG103
od.step()

# %% both backwards before any step
opt = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(x)
first, second = out.sum(), out.mean()
first.backward(retain_graph=True)
second.backward()
opt.step()

# %% under autocast a cast copy is saved: LAYER
# each: LAYER = nn.Linear(3, 3) | nn.Conv1d(2, 2, 1)
layer = nn.Sequential(LAYER, nn.Linear(3, 1))
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
with torch.autocast("cpu", dtype=torch.bfloat16):
    loss = layer(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% under autocast a normalisation still saves its weight
# reason: which layers cast under autocast depends on the device; nothing is judged inside
layer = nn.Sequential(nn.Linear(3, 3), nn.LayerNorm(3))
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
with torch.autocast("cpu", dtype=torch.bfloat16):
    loss = layer(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # silent: RTG103

# %% an LBFGS closure that sends an outer loss back
opt = torch.optim.LBFGS(net.parameters())
loss = net(x).pow(2).sum()


def closure():
    opt.zero_grad()
    loss.backward()  # expect: RTG101
    return loss


opt.step(closure)

# %% an LBFGS closure that retains an outer loss
opt = torch.optim.LBFGS(net.parameters())
loss = net(x).pow(2).sum()


def closure():
    opt.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG103
    return loss


opt.step(closure)

# %% a gradient hook that writes under no_grad
# reason: hooks are not run by the interpreter
def update(p):
    with torch.no_grad():
        p.add_(p.grad, alpha=-0.1)


for p in net.parameters():
    p.register_post_accumulate_grad_hook(update)
loss = net(x).sum()
loss.backward(retain_graph=True)
loss.backward()  # silent: RTG103

# %% a gradient hook that writes data
def update(p):
    p.data.add_(p.grad, alpha=-0.1)


for p in net.parameters():
    p.register_post_accumulate_grad_hook(update)
loss = net(x).sum()
loss.backward(retain_graph=True)
loss.backward()

# %% WRAP, two forwards, then two backwards
# each: WRAP = nn.utils.spectral_norm | nn.utils.parametrizations.spectral_norm | nn.utils.parametrizations.weight_norm
layer = WRAP(nn.Linear(3, 1))
first, second = layer(x).sum(), layer(x * 2).sum()
first.backward()
second.backward()

# %% WRAP, retained, then a step
# each: WRAP = nn.utils.spectral_norm | nn.utils.parametrizations.spectral_norm | nn.utils.parametrizations.weight_norm
layer = WRAP(nn.Linear(3, 1))
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
loss = layer(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% parametrize.cached keeps the weight's graph
# reason: the cache is a context of torch's that keeps tensors out of sight
layer = nn.utils.parametrizations.weight_norm(nn.Linear(3, 1))
with nn.utils.parametrize.cached():
    layer(x).sum().backward()
    layer(x).sum().backward()  # silent: RTG101

# %% one weight in two layers
table = nn.Embedding(5, 3)
out = nn.Linear(3, 5, bias=False)
out.weight = table.weight
opt = torch.optim.SGD(out.parameters(), lr=0.1)
loss = out(table(torch.tensor([1, 2]))).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% one Linear applied twice
layer = nn.Linear(3, 3)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
loss = layer(layer(x)).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a parameter's loss that saves it, a step, again: LOSS
# each: LOSS = (w**2).sum() | w.norm() | w.abs().sum() | F.mse_loss(w, c)
c = torch.rand(3)
w = nn.Parameter(torch.rand(3))
opt = torch.optim.SGD([w], lr=0.1)
loss = LOSS
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a parameter's loss that does not save it, a step, again: LOSS
# each: LOSS = (w * c).sum() | w.exp().sum() | w.sum() | ((w - c) ** 2).sum() | F.l1_loss(w, c) | F.cross_entropy(w[None], torch.tensor([1]))
c = torch.rand(3)
w = nn.Parameter(torch.rand(3))
opt = torch.optim.SGD([w], lr=0.1)
loss = LOSS
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% requires_grad switched off after the forward
loss = net(x).sum()
net.requires_grad_(False)
loss.backward()

# %% the result is changed in place after OP
# each: OP = a.exp() | a.sigmoid() | a.tanh() | a.relu() | a.softmax(0) | a.sqrt() | a.rsqrt() | a.reciprocal() | a.norm(dim=0) | a.std(0) | a.logsumexp(0) | a.cumprod(0)
a = torch.rand(3, 3, requires_grad=True)
y = OP
y += 1
y.sum().backward()  # expect: RTG103

# %% the result is changed in place after an operation that does not save it: OP
# each: OP = layer(a) | F.conv1d(a[None], c) | F.batch_norm(a, None, None, training=True) | F.layer_norm(a, (3,)) | a + 1 | a * a.detach() | F.leaky_relu(a) | F.gelu(a) | F.silu(a) | F.elu(a) | F.dropout(a, 0.5) | a.max(0).values
a = torch.rand(3, 3, requires_grad=True)
c = torch.rand(3, 3, 1)
layer = nn.Linear(3, 3)
y = OP
y += 1
y.sum().backward()

# %% the input is changed in place after an operation that saves it: OP
# each: OP = a.sin() | a.log() | a.pow(3) | F.gelu(a) | F.silu(a) | a * a | F.layer_norm(a, (3,))
w = torch.rand(3, 3, requires_grad=True)
a = w + 1
y = OP
a += 1
y.sum().backward()  # expect: RTG103

# %% the input is changed in place after an operation that saves its result: OP
# each: OP = a.exp() | a.sigmoid() | a.tanh() | a.relu() | a.softmax(0) | a.sqrt()
w = torch.rand(3, 3, requires_grad=True)
a = w + 1
y = OP
a += 1
y.sum().backward()

# %% in-place activations by flag: OP
# each: OP = F.relu(a, inplace=True) | nn.ReLU(inplace=True)(a) | a.relu_() | F.relu_(a) | torch.relu_(a)
w = torch.rand(3, 3, requires_grad=True)
a = w.exp()
y = OP
y.sum().backward()  # expect: RTG103

# %% in-place activations of what saved no result: OP
# each: OP = F.relu(a, inplace=True) | nn.ReLU(inplace=True)(a) | F.leaky_relu(a, 0.2, inplace=True) | nn.LeakyReLU(0.2, True)(a) | F.elu(a, inplace=True) | F.dropout(a, 0.5, True, True) | nn.Dropout(0.5, True)(a) | F.silu(a, inplace=True)
w = torch.rand(3, 3, requires_grad=True)
a = w * 2
y = OP
y.sum().backward()

# %% a sum that is updated in place
w = torch.rand(3, requires_grad=True)
loss = (w * w).sum()
loss += 1
loss.backward()

# %% a norm that is updated in place
w = torch.rand(3, requires_grad=True)
loss = w.norm()
loss += 1
loss.backward()  # expect: RTG103

# %% contexts that keep clones hide the change: MODE
# each: MODE = torch.autograd.graph.allow_mutation_on_saved_tensors() | torch.autograd.graph.save_on_cpu()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
with MODE:
    loss = net(x).sum()
    loss.backward(retain_graph=True)
    opt.step()
    loss.backward()

# %% a context that keeps clones does not keep a freed graph
with torch.autograd.graph.save_on_cpu():
    loss = net(x).sum()
    loss.backward()
    loss.backward()  # expect: RTG101

# %% a bias is written: WRITE
# each: WRITE = last.bias.zero_() | nn.init.zeros_(last.bias)
loss = net(x).pow(2).sum()
with torch.no_grad():
    WRITE
loss.backward()

# %% a frozen bias leaves the weight trained
last.bias.requires_grad_(False)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a bias put in place of another is trained
last.bias = nn.Parameter(torch.ones(1))
opt = torch.optim.SGD([last.bias], lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% a weight and its bias given to the optimiser by name
opt = torch.optim.SGD([last.weight, last.bias], lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103
