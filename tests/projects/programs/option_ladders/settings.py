import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="lsgan")
parser.add_argument("--mask", default="center")
parser.add_argument("--norm", default="l1")
options = parser.parse_args([])
