"""Tests of what a run found."""
