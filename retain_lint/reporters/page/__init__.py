"""The parts of the page of `--output-format html`. Floor 5."""
