"""Values and objects: containers, instances, modules, tensors, and how unknown ones are named. Floor 3."""
