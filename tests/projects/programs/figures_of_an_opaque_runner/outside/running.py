class Runner:
    def __init__(self):
        self.figures = []

    def update_batch_metrics(self, figures):
        self.figures.append({name: value.item() for name, value in figures.items()})
