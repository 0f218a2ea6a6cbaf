from base import Agent


class Clearing(Agent):
    def finish(self):
        super().finish()
        del self.log_probs[:]


class Forgetting(Agent):
    pass
