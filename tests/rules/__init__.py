"""Tests of `retain_lint.rules`."""
