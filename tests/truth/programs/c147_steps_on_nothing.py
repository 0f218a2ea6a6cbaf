"""Steps that find no gradients: cleared too early, never computed, or cut off."""

import torch
from torch import nn


def make():
    maker = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
    judge = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    return maker, judge, torch.optim.SGD(maker.parameters(), lr=0.1), torch.optim.SGD(judge.parameters(), lr=0.1)


def cleared_before_the_step():
    maker, judge, opt_maker, _ = make()
    for _ in range(3):
        loss = judge(maker(torch.randn(5, 2))).mean()
        loss.backward()
        opt_maker.zero_grad()
        opt_maker.step()  # expect: RTG303


def cleared_between_two_steps():
    maker, judge, opt_maker, opt_judge = make()
    for _ in range(3):
        loss = judge(maker(torch.randn(5, 2))).mean()
        opt_judge.zero_grad()
        loss.backward()
        opt_judge.step()
        maker.zero_grad()
        opt_maker.step()  # expect: RTG303


def never_sent_backward():
    maker, judge, opt_maker, opt_judge = make()
    for _ in range(3):
        fake = maker(torch.randn(5, 2))
        opt_judge.zero_grad()
        judge(fake.detach()).mean().backward()
        opt_judge.step()
        loss = -judge(fake).mean()
        opt_maker.zero_grad()
        print(loss.item())
        opt_maker.step()  # expect: RTG303


def cut_off():
    maker, judge, opt_maker, opt_judge = make()
    for _ in range(3):
        fake = maker(torch.randn(5, 2)).detach()
        opt_judge.zero_grad()
        judge(fake).mean().backward()
        opt_judge.step()
        opt_maker.zero_grad()
        (-judge(fake)).mean().backward()
        opt_maker.step()  # expect: RTG303


def cleared_in_the_right_place():
    maker, judge, opt_maker, opt_judge = make()
    for _ in range(3):
        fake = maker(torch.randn(5, 2))
        opt_judge.zero_grad()
        judge(fake.detach()).mean().backward()
        opt_judge.step()
        opt_maker.zero_grad()
        (-judge(fake)).mean().backward()
        opt_maker.step()


cleared_before_the_step()
cleared_between_two_steps()
never_sent_backward()
cut_off()
cleared_in_the_right_place()
