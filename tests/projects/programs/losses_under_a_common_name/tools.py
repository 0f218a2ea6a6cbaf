"""Calls a method of that name of something else."""


def advance(optimizer, scheduler):
    optimizer.step()
    scheduler.step()
