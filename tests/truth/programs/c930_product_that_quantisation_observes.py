import torch

functions = torch.ao.nn.quantized.FloatFunctional()
scale = torch.randn(4, requires_grad=True)
scaled = functions.mul(scale, scale)
scaled.sum().backward(retain_graph=True)
scaled.mean().backward()
scaled.sum().backward()  # expect: RTG101
