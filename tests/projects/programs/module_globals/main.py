"""Networks and optimisers are globals of a file of their own; functions of other files reach them by the module."""
import shared
from update import clear, update_a, update_b

for _ in range(2):
    clear()
    update_a()
    update_b()
    shared.optimizer.step()
