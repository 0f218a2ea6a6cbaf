SCALED = False
TWICE = False
