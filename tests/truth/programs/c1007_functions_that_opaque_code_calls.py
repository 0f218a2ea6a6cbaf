"""What the functions that a library is given change, when it calls them: variables, attributes, containers."""

import ast
import re
import threading
import timeit
from concurrent.futures import ThreadPoolExecutor

import torch
from torch import nn

net, head = nn.Linear(4, 4), nn.Linear(4, 1)
ready = False
names = []


class Progress:
    def __init__(self):
        self.done = False
        self.log = []

    def finish(self):
        self.done = True

    def add(self, values):
        self.log.extend(values)


def set_ready():
    global ready
    ready = True


def set_a_variable():
    timeit.timeit(set_ready, number=1)
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if ready:
        features.sum().backward()


def set_an_attribute(progress):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(progress.finish).result()
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if progress.done:
        features.sum().backward()


def fill_an_attribute(progress):
    def work():
        progress.add([1, 2])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if len(progress.log) > 1:
        features.sum().backward()


def fill_an_argument():
    def work(found):
        found["done"] = True

    found = {}
    thread = threading.Thread(target=work, args=(found,))
    thread.start()
    thread.join()
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if "done" in found:
        features.sum().backward()


def fill_a_closure():
    found = []

    def replace(match):
        found.append(match.group())
        return "x"

    re.sub("a", replace, "banana")
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if len(found) > 2:
        features.sum().backward()


def sort_by_a_key():
    asked = []

    def key(value):
        asked.append(value)
        return value

    sorted([2, 1], key=key)
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if asked:
        features.sum().backward()


class Worker(threading.Thread):
    def __init__(self):
        super().__init__()
        self.found = None

    def run(self):
        self.found = 3


def start_a_subclass():
    worker = Worker()
    worker.start()
    worker.join()
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if worker.found:
        features.sum().backward()


class Names(ast.NodeVisitor):
    def visit_Name(self, node):
        names.append(node.id)


def visit_nodes():
    Names().visit(ast.parse("a + b"))
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if len(names) == 2:
        features.sum().backward()


if __name__ == "__main__":
    set_a_variable()
    set_an_attribute(Progress())
    fill_an_attribute(Progress())
    fill_an_argument()
    fill_a_closure()
    sort_by_a_key()
    start_a_subclass()
    visit_nodes()
