"""Builds the compiled part of the package."""

NAME = "pieces"
