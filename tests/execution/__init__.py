"""Tests of checking many files."""
