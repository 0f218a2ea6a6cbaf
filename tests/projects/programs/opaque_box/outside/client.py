import training
