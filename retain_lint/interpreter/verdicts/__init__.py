"""From the ledger to findings. Floor 3."""
