from agents.adversarial import Adversarial


class Gail(Adversarial):
    def __init__(self, features: int) -> None:
        super().__init__(features, 0.1)
