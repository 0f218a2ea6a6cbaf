"""Tests of reading and parsing."""
