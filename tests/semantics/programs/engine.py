# %% prelude
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import grad
from torch.utils.checkpoint import checkpoint

x = torch.rand(3, requires_grad=True)
w = torch.rand(3, requires_grad=True)
m = torch.rand(4, 4, requires_grad=True)

# %% two scalars of one saving node: the second call finds it freed
h = x * x
h.sum().backward()
h.mean().backward()  # expect: RTG101

# %% a shared node that saved nothing
h = x + 1
(h * h).sum().backward()
(h * 2).sum().backward()

# %% freed from above, entered from the middle
h = x.exp()
k = h + 1
(k * k).sum().backward()
h.sum().backward()  # expect: RTG101

# %% the part below a freed node that saved nothing itself
h = x + 1
h.exp().sum().backward()
h.sum().backward()

# %% grad(o, h) does not run h's own node
h = x * x
o = h.exp().sum()
grad(o, h)
h.sum().backward()

# %% backward(inputs=[h]) of a non-leaf does run h's node
h = x * x
h.retain_grad()
o = h.exp().sum()
o.backward(inputs=[h])
h.sum().backward()  # expect: RTG101

# %% grad(o, x), then another branch that it did not run
a = x * 2
k = a * w
grad((a * 3).sum(), x, retain_graph=True)
k.sum().backward()

# %% grad(o, x), then a branch of its own
o = (x * 3).sum()
k = (x * w).sum()
grad(o, x)
k.backward()

# %% grad(x * z, x), then grad(., z): the node is released as a whole
o = (x * w).sum()
grad(o, x)
grad(o, w)  # expect: RTG101

# %% grad(x + z, x), then grad(., z): nothing was saved
o = (x + w).sum()
grad(o, x)
grad(o, w)

# %% a freed part outside of the paths to inputs=
h = x * x
h.sum().backward()
(h * w).sum().backward(inputs=[w])

# %% the same call without inputs= enters the freed part
h = x * x
h.sum().backward()
(h * w).sum().backward()  # expect: RTG101

# %% a failed backward frees what it ran before it failed
h = x.exp()
h.sum().backward()
loss = (h * w).sin().sum()
try:
    loss.backward()  # expect: RTG101
except RuntimeError:
    pass

# %% a leaf scalar sent back twice
s = torch.ones((), requires_grad=True)
s.backward()
s.backward()

# %% a new saving operation on a freed loss
loss = (x * x).sum()
loss.backward()
(loss * w.detach().sum()).backward()  # expect: RTG101

# %% a new operation on a loss that saved nothing
loss = (x + 1).sum()
loss.backward()
(loss * w.detach().sum()).backward()

# %% OP of a freed loss
# each: OP = loss.clone() | loss / 4 | loss.view(1) | loss[None] | torch.Tensor.clone(loss)
loss = (x * x).sum()
loss.backward()
(OP).backward()  # expect: RTG101

# %% the detached side is used elsewhere
h = x * x
h.sum().backward()
(h.detach() * w).sum().backward()

# %% two rows of one saving node
y = x * x
y[0].backward()
y[1].backward()  # expect: RTG101

# %% two halves of a chunked saving node
a, b = (x.exp() * w).chunk(2)
a.sum().backward()
b.sum().backward()  # expect: RTG101

# %% an LSTM's output, then its state
lstm = nn.LSTM(4, 4)
out, (h, c) = lstm(torch.rand(2, 1, 4))
out.sum().backward()
h.sum().backward()  # expect: RTG101

# %% both factors of a decomposition
q, r = torch.linalg.qr(m)
q.sum().backward()
r.sum().backward()  # expect: RTG101

# %% chunks of a leaf, each squared
a, b = x.chunk(2)
(a * a).sum().backward()
(b * b).sum().backward()

# %% one call from two roots that share a graph: CALL
# each: CALL = torch.autograd.backward([y, z]) | torch.autograd.backward((y, z)) | torch.autograd.backward([y, y])
h = x * x
y, z = h.sum(), h.mean()
CALL

# %% a root taken twice in a sum
y = (x * x).sum()
(y + y).backward()

# %% one root sent back in a loop over a tuple
y = (x * x).sum()
for loss in (y, y):
    loss.backward()  # expect: RTG102

# %% retained twice, then freed, then entered again
h = x * x
d, e = h.sum(), h.mean()
d.backward(retain_graph=True)
e.backward(retain_graph=True)
d.backward()
e.backward()  # expect: RTG101

# %% retained, freed by the second, entered by the third
h = x * x
d, e = h.sum(), h.mean()
d.backward(retain_graph=True)
e.backward()
d.backward()  # expect: RTG101

# %% retained by the last call only
h = x * x
d, e = h.sum(), h.mean()
d.backward()
e.backward(retain_graph=True)  # expect: RTG101

# %% a running total sent back in every iteration: ADD
# each: ADD = acc = acc + loss | acc += loss
acc = 0
for _ in range(3):
    loss = (x * x).sum()
    ADD
    acc.backward()  # expect: RTG102

# %% the sum of a growing list sent back in every iteration
losses = []
for _ in range(3):
    losses.append((x * x).sum())
    sum(losses).backward()  # expect: RTG102

# %% a buffer written in every iteration: WRITE
# each: WRITE = buf += h | buf[i] = h
buf = torch.zeros(3, 3)
for i in range(3):
    h = x * x
    WRITE
    buf.sum().backward()  # expect: RTG102

# %% a running total of what saved nothing
acc = 0
for _ in range(3):
    acc = acc + (x + 1).sum()
    acc.backward()

# %% a saving graph built before the loop: OP
# each: OP = x.exp() | x.softmax(0) | nn.Embedding.from_pretrained(m, freeze=False)(torch.tensor([1, 2]))
h = OP
for _ in range(3):
    h.sum().backward()  # expect: RTG102

# %% a graph built before the loop that saved nothing: OP
# each: OP = x.view(3) | x[1:] | x + 1
h = OP
for _ in range(3):
    h.sum().backward()

# %% a recurrent state carried over
cell = nn.RNNCell(4, 4)
h = torch.zeros(1, 4)
for _ in range(3):
    h = cell(torch.rand(1, 4), h)
    h.sum().backward()  # expect: RTG102

# %% a recurrent state cut between the steps: CUT
# each: CUT = h = h.detach() | h.detach_() | h = h.data
cell = nn.RNNCell(4, 4)
h = torch.zeros(1, 4)
for _ in range(3):
    h = cell(torch.rand(1, 4), h)
    h.sum().backward()
    CUT

# %% flags of the first call that free: FLAGS
# each: FLAGS = retain_graph=None | retain_graph=False | retain_graph=False, create_graph=True
y = (x * x).sum()
y.backward(FLAGS)
y.backward()  # expect: RTG101

# %% flags of the first call that keep: FLAGS
# each: FLAGS = create_graph=True | retain_graph=True | retain_graph=True, create_graph=True
y = (x * x).sum()
y.backward(FLAGS)
y.backward()

# %% create_graph gradient, its penalty sent back, then the loss: a network
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
a = torch.rand(2, 3, requires_grad=True)
y = net(a).sum()
(g,) = grad(y, a, create_graph=True)
g.pow(2).sum().backward()
y.backward()  # expect: RTG101

# %% create_graph gradient, its penalty sent back, then the loss: products
# reason: which buffers of a forward node its gradient's graph uses is not modelled for products
y = (x * w).sum()
(g,) = grad(y, x, create_graph=True)
g.pow(2).sum().backward()
y.backward()

# %% Function that saves nothing, or keeps tensors on ctx: SAVE
# each: SAVE = pass | ctx.a = a
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        SAVE
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


y = Twice.apply(x).sum()
y.backward()
y.backward()

# %% Function that saves for backward and reads it
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved_tensors
        return 2 * a * g


y = Square.apply(x).sum()
y.backward()
y.backward()  # expect: RTG101

# %% Function that saves for backward and never reads it
class Unread(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


y = Unread.apply(x).sum()
y.backward()
y.backward()

# %% gradient reversal
class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, alpha):
        ctx.alpha = alpha
        return a.view_as(a)

    @staticmethod
    def backward(ctx, g):
        return -ctx.alpha * g, None


y = Reverse.apply(x, 0.5).sum()
y.backward()
y.backward()

# %% checkpoint, a body that saves
y = checkpoint(lambda t: t * t, x, use_reentrant=False).sum()
y.backward()
y.backward()  # expect: RTG101

# %% non-reentrant checkpoint, a body that saves nothing
y = checkpoint(lambda t: t + 1, x, use_reentrant=False).sum()
y.backward()
y.backward()

# %% checkpoint recomputes with the new weights: MODE
# each: MODE = True | False
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
y = checkpoint(net, x, use_reentrant=MODE).sum()
y.backward(retain_graph=True)
opt.step()
y.backward()

# %% reentrant checkpoint frees even if its body saves nothing
y = checkpoint(lambda t: t + 1, x, use_reentrant=True).sum()
y.backward()
y.backward()  # expect: RTG101

# %% reentrant checkpoint and autograd.grad
y = checkpoint(lambda t: t * t, x, use_reentrant=True).sum()
grad(y, x)  # raises: incompatible with .grad()

# %% reentrant checkpoint, an input without gradient
net = nn.Linear(3, 1)
y = checkpoint(net, torch.rand(3), use_reentrant=True).sum()
y.backward()  # raises: does not require grad

# %% torch.compile: the second backward
net = torch.compile(nn.Linear(3, 1), backend="eager")
y = net(x).sum()
y.backward()
y.backward()  # expect: RTG101

# %% torch.compile: retained, then a step
net = torch.compile(nn.Linear(3, 1), backend="eager")
opt = torch.optim.SGD(net.parameters(), lr=0.1)
y = net(x).sum()
y.backward(retain_graph=True)
opt.step()
y.backward()  # expect: RTG103

# %% tensor hooks and retain_grad do not keep a graph
h = x * x
h.register_hook(lambda g: g * 2)
h.retain_grad()
h.sum().backward()
h.sum().backward()  # expect: RTG101

# %% module hooks do not keep a graph
net = nn.Linear(3, 1)
net.register_full_backward_hook(lambda module, g_in, g_out: None)
y = net(x).sum()
y.backward()
y.backward()  # expect: RTG101

# %% a full backward hook, and its output changed in place
net = nn.Linear(3, 1)
net.register_full_backward_hook(lambda module, g_in, g_out: None)
y = net(x).relu_()  # raises: is a view and is being modified inplace

# %% WRAP runs the same operations
# each: WRAP = torch.jit.trace(net, x) | nn.DataParallel(net)
net = nn.Linear(3, 1)
wrapped = WRAP
y = wrapped(x).sum()
y.backward()
y.backward()  # expect: RTG101

# %% torch.func.grad twice
f = torch.func.grad(lambda t: (t * t).sum())
f(x)
f(x)

# %% the vjp function twice
y, pull = torch.func.vjp(lambda t: t * t, x)
pull(torch.ones(3))
pull(torch.ones(3))

# %% functional.jacobian twice
torch.autograd.functional.jacobian(lambda t: t * t, x)
torch.autograd.functional.jacobian(lambda t: t * t, x)

# %% vjp(retain_graph=False), then its function again
# reason: the function that vjp returns runs a graph that no name of the program holds
y, pull = torch.func.vjp(lambda t: t * t, x)
pull(torch.ones(3), retain_graph=False)
pull(torch.ones(3))  # silent: RTG101

# %% backward inside a functional transform
def body(t):
    y = (t * t).sum()
    y.backward()  # raises: backward() called inside a functorch transform
    return y


torch.func.grad(body)(x)

# %% saved tensors read after backward
# reason: private names of nodes are not followed
y = x.exp()
y.sum().backward()
y.grad_fn._saved_result  # silent: RTG101

# %% ctx.saved_tensors read after backward
# reason: the context object of a Function is not followed
class Keep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


y = Keep.apply(x)
y.sum().backward()
y.grad_fn.saved_tensors  # silent: RTG101

# %% backward inside MODE
# each: MODE = torch.no_grad() | torch.inference_mode()
y = (x * x).sum()
with MODE:
    y.backward()

# %% freed and stale: freed wins
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
y = net(x).sum()
y.backward()
opt.step()
y.backward()  # expect: RTG101

# %% stale stays stale when the old value is written back
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
y = net(x).sum()
with torch.no_grad():
    net[1].weight.add_(1)
    net[1].weight.sub_(1)
y.backward()  # expect: RTG103

# %% nothing requires grad
y = (x.detach() * 2).sum()
y.backward()  # raises: does not require grad and does not have a grad_fn

# %% a root that is no scalar
y = x * 2
y.backward()  # raises: grad can be implicitly created only for scalar outputs

# %% autograd.grad of something unused
y = (x * 2).sum()
grad(y, w)  # raises: appears to not have been used in the graph

# %% autograd.grad with regard to data
y = (x * 2).sum()
grad(y, torch.rand(3))  # raises: One of the differentiated Tensors does not require grad

# %% a leaf written in place under grad mode
x.add_(1)  # raises: a leaf Variable that requires grad is being used in an in-place operation

# %% an element of a leaf written in place under grad mode
x[0] = 2.0  # raises: a view of a leaf Variable that requires grad is being used in an in-place operation

# %% several views of one parameter, written through
# reason: torch raises at once for views of functions with several results; the message is of another kind
def multiply(weight):
    a, b = weight.chunk(2)
    return (a * b).sum()


y = multiply(m)
with torch.no_grad():
    m.add_(1)
y.backward()  # silent: RTG103

# %% create_graph gradient of two Linear layers, then the loss
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
a = torch.rand(2, 3, requires_grad=True)
y = net(a).sum()
(g,) = grad(y, a, create_graph=True)
g.pow(2).sum().backward()
y.backward()

# %% create_graph gradient through a convolution and an activation, then the loss
net = nn.Sequential(nn.Conv1d(1, 2, 3), nn.LeakyReLU(0.2), nn.Conv1d(2, 1, 3))
a = torch.rand(2, 1, 8, requires_grad=True)
y = net(a).sum()
(g,) = grad(y, a, create_graph=True)
g.pow(2).sum().backward()
y.backward()  # expect: RTG101

# %% create_graph gradient of OP, then the loss
# each: OP = x.exp() | x.tanh() | x.exp() * x.sin() | x.exp() ** 2
y = (OP).sum()
(g,) = grad(y, x, create_graph=True)
g.pow(2).sum().backward()
y.backward()  # expect: RTG101

# %% create_graph gradient of OP, which reads its input only, then the loss
# each: OP = x**3 | x.sin() | x * x | x.log() | x * w | x / w
y = (OP).sum()
(g,) = grad(y, x, create_graph=True)
g.pow(2).sum().backward()
y.backward()

# %% a gradient without a graph of its own
y = (x * 3).sum()
(g,) = grad(y, x, create_graph=True)
(g * w).sum().backward()
y.backward()

# %% a penalty on the gradient, sent back twice
y = x.exp().sum()
(g,) = grad(y, x, create_graph=True)
penalty = g.pow(2).sum()
penalty.backward()
penalty.backward()  # expect: RTG101

# %% a penalty added to the loss
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
a = torch.rand(2, 3, requires_grad=True)
for _ in range(2):
    y = net(a).sum()
    (g,) = grad(y, a, create_graph=True)
    (y + g.norm()).backward()

# %% checkpoint_sequential
from torch.utils.checkpoint import checkpoint_sequential

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
y = checkpoint_sequential(net, 2, x.view(1, 3), use_reentrant=False).sum()
y.backward()
y.backward()  # expect: RTG101
