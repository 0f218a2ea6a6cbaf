class Reports:
    def show_progress(self):
        print("progress", len(self.pending))
        self.optimizer.zero_grad()

    def write_scalar(self, loss):
        self.pending.append(loss)
