"""Programs made of the samples by which torch tests its own operators and modules: each sends one operand backward twice."""
