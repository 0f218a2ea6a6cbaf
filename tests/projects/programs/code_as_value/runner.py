class Runner:
    def __init__(self, task, callbacks):
        self.task = task
        self.callbacks = callbacks

    def run(self):
        print("start", flush=True)
        self.task()

    def notify(self, event):
        for callback in self.callbacks:
            callback(event)
