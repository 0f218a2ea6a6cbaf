CUTS = False
