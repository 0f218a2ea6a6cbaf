"""Results remembered from run to run. Floor 5."""
