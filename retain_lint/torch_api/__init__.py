"""What PyTorch's names mean to the autograd graph, as data. Imports nothing of ours."""
