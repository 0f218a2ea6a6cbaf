from core import Core
from mixins import ClipMixin, ScaleMixin


class Agent(ClipMixin, ScaleMixin, Core):
    def __init__(self):
        super().__init__(width=5)

    def update(self):
        super().update()
        self.loss.backward()  # expect: RTG101
        self.optimizer.step()
