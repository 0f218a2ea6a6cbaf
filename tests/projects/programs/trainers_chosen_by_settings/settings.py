KINDS = ["plain", "doubled", "kept"]
KIND = KINDS[0]
SECOND = False
