"""Small projects laid out as real ones are: trainers, base classes, losses, models and helpers in files of their own."""
