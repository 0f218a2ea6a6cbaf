class Keeper:
    def first(self, out):
        self.out = out
        out.pow(2).mean().backward(retain_graph=True)

    def second(self):
        self.out.abs().mean().backward()

    def third(self, out):
        out.pow(2).mean().backward(retain_graph=True)  # expect: RTG201
