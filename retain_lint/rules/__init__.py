"""The rules, one a file; `base.all_rules()` finds them. Floor 4."""
