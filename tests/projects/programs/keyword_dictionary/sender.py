def send(loss, **options):
    loss.backward(**options)
