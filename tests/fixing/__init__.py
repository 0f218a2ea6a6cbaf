"""Tests of applying fixes."""
