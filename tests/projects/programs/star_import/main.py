"""Everything is imported with a star, through a package that passes it on."""
from pkg import *

net = make()
for _ in range(2):
    first, second = two_losses(net)
    first.backward()
    second.backward()  # expect: RTG101
