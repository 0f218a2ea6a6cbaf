"""Executed facts about autograd, one small program each: what torch does, and what the analysis says of it."""
