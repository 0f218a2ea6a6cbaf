from pieces.torch_version.train import train

if __name__ == "__main__":
    train()
