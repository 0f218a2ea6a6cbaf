"""Tests of retain-lint; the folders mirror the package."""
