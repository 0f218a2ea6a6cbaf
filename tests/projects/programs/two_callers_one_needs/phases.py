def warm_up(trainer):
    trainer.forward()
    trainer.backward()
    trainer.step()


def finish(trainer):
    trainer.forward()
    trainer.backward(power=3)
    trainer.backward(2, keep=False)
    trainer.step()
