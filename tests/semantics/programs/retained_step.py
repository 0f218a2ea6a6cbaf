# %% prelude
import torch
import torch.nn.functional as F
from torch import nn

seq = torch.rand(4, 1, 4)
one = torch.rand(1, 1, 4)
ids = torch.tensor([[1, 2]])


def first(result):
    return result[0] if isinstance(result, tuple) else result


# %% input without gradient, the weight is not needed: MAKE on INPUT
# each: MAKE, INPUT = nn.Linear(4, 2); seq | nn.Sequential(nn.Linear(4, 2), nn.Sigmoid()); seq | nn.Embedding(5, 4); ids | nn.EmbeddingBag(5, 4); ids | nn.RMSNorm(4); seq | nn.InstanceNorm1d(1, affine=True); seq
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(INPUT).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% input without gradient, a weight is saved: MAKE on INPUT
# each: MAKE, INPUT = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 2)); seq | nn.Sequential(nn.Linear(4, 2), nn.ReLU(), nn.Linear(2, 2)); seq | nn.Conv1d(1, 2, 3); seq | nn.ConvTranspose1d(1, 2, 3); seq | nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 2)); ids | nn.BatchNorm1d(1); seq | nn.BatchNorm1d(1).eval(); seq | nn.GroupNorm(1, 1); seq | nn.PReLU(); -seq | nn.LayerNorm(4); seq
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(INPUT).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% input with gradient, a weight is saved: MAKE
# each: MAKE = nn.Linear(4, 2) | nn.Sequential(nn.Linear(4, 2), nn.Sigmoid()) | nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 2)) | nn.Conv1d(1, 2, 3) | nn.ConvTranspose1d(1, 2, 3) | nn.BatchNorm1d(1) | nn.GroupNorm(1, 1) | nn.PReLU() | nn.LayerNorm(4) | nn.RMSNorm(4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(seq.requires_grad_()).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% input with gradient, no weight is saved
net = nn.InstanceNorm1d(1, affine=True)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(seq.requires_grad_()).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% recurrent, several steps: MAKE
# reason: the length of the sequence decides, and no row sees a shape
# each: MAKE = nn.RNN(4, 4) | nn.GRU(4, 4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(seq)[0].pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # silent: RTG103

# %% an LSTM, however long the sequence: INPUT
# each: INPUT = seq | one
net = nn.LSTM(4, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(INPUT)[0].pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% recurrent, one step, input without gradient: MAKE
# each: MAKE = nn.RNN(4, 4) | nn.GRU(4, 4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(one)[0].pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% recurrent, one step, input with gradient: MAKE
# each: MAKE = nn.RNN(4, 4) | nn.GRU(4, 4) | nn.LSTM(4, 4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(one.requires_grad_())[0].pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a cell, one step, input without gradient: MAKE
# each: MAKE = nn.RNNCell(4, 4) | nn.GRUCell(4, 4) | nn.LSTMCell(4, 4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = first(net(one[0])).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% a cell, one step, input with gradient: MAKE
# each: MAKE = nn.RNNCell(4, 4) | nn.GRUCell(4, 4) | nn.LSTMCell(4, 4)
net = MAKE
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = first(net(one[0].requires_grad_())).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% attention
net = nn.MultiheadAttention(4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(seq, seq, seq)[0].pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a transformer's layer, BATCH
# each: BATCH = seq | seq.requires_grad_()
net = nn.TransformerEncoderLayer(4, 2, 8)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(BATCH).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a frozen first layer, input without gradient
net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
net[0].requires_grad_(False)
opt = torch.optim.SGD(net[1].parameters(), lr=0.1)
loss = net(seq).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% a frozen first layer, input with gradient
net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
net[0].requires_grad_(False)
opt = torch.optim.SGD(net[1].parameters(), lr=0.1)
loss = net(seq.requires_grad_()).pow(2).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% two losses of one forward, a step between: one Linear
net = nn.Linear(4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(seq)
loss1, loss2 = out.pow(2).sum(), out.exp().sum()
loss1.backward(retain_graph=True)
opt.step()
loss2.backward()

# %% two losses of one forward, a step between: two layers
net = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(seq)
loss1, loss2 = out.pow(2).sum(), out.exp().sum()
loss1.backward(retain_graph=True)
opt.step()
loss2.backward()  # expect: RTG103

# %% a shared encoder: a step of the first head only
encoder, head1, head2 = nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(4, 2)
opt = torch.optim.SGD(head1.parameters(), lr=0.1)
h = encoder(seq)
loss1, loss2 = head1(h).pow(2).sum(), head2(h).pow(2).sum()
loss1.backward(retain_graph=True)  # also: RTG301
opt.step()
loss2.backward()
