"""Truth by execution: generated training programs, run under torch, against what the analyser says of them."""
