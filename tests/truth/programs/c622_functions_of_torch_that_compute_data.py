import torch
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

# what a function of torch makes of data is data
rows = pad_sequence([torch.randn(3, 2), torch.randn(2, 2)], batch_first=True)
packed = pack_padded_sequence(rows, torch.tensor([3, 2]), batch_first=True)
kept, lengths = pad_packed_sequence(packed, batch_first=True)
places = torch.unravel_index(torch.tensor(3), (2, 3))
net = nn.Linear(2, 1)
for epoch in range(3):
    loss = net(kept).sum() + places[0]
    loss.backward(retain_graph=True)  # expect: RTG201

# all parameters as one vector: computed of them, and written to them again
flat = parameters_to_vector(net.parameters())
loss = net(kept).square().sum()
vector_to_parameters(flat.detach() * 0.5, net.parameters())
loss.backward()
penalty = flat.square().sum()
penalty.backward(retain_graph=True)
penalty.backward()
