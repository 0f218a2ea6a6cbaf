"""Labels a training program by running it under torch: what raises, what is retained for nothing, which gradients are wasted.

Nothing here imports the analyser: the oracle would be no judge if it shared a line with the accused.
"""
