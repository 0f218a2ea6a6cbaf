"""What keeps a function may run it more than once, or after the graph that it sees was retained elsewhere."""

import threading

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


class Steps:
    def __init__(self, *functions):
        self.functions = functions

    def run(self):
        for function in self.functions:
            function()


def run_twice():
    features = body(torch.rand(2, 4)).tanh()

    def step():
        head(features).sum().backward(retain_graph=True)

    steps = Steps(step)
    steps.run()
    steps.run()


def run_in_order():
    features = body(torch.rand(2, 4)).tanh()

    def step():
        head(features).sum().backward(retain_graph=True)

    def last_step():
        features.sum().backward()

    steps = Steps(step, last_step)
    steps.run()


def run_in_a_thread():
    features = body(torch.rand(2, 4)).tanh()

    def step():
        head(features).sum().backward(retain_graph=True)

    steps = Steps(Steps(step).run)
    thread = threading.Thread(target=steps.run)
    thread.start()
    thread.join()
    features.sum().backward()


def give_to_callers():
    features = body(torch.rand(2, 4)).tanh()

    def step():
        features.sum().backward()

    steps = Steps(step)
    head(features).sum().backward(retain_graph=True)
    return steps


if __name__ == "__main__":
    run_twice()
    run_in_order()
    run_in_a_thread()
    give_to_callers().run()
