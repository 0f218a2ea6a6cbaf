"""From the ledger to pictures: what each function builds and sends backward. Floor 3."""
