"""A critic that is trained several times on one detached fake batch, with a gradient penalty of another file."""
from wgan import WGAN

wgan = WGAN(critic_steps=3)
for _ in range(2):
    wgan.train_step(4)
