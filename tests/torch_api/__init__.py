"""Tests of the tables of torch's names."""
