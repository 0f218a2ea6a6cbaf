"""The language server: findings in editors, while code is typed."""
