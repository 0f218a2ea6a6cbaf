"""Writes realistic training programs that run under torch in milliseconds: tiny layers, two or three iterations.

Invariant: a program depends only on the choices drawn, so that a seed names it and Hypothesis can shrink it.
"""
