"""Tests of `retain_lint.fixes`."""
