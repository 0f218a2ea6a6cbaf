"""The abstract domain: values, heap, autograd graph, gradients, path conditions, and what is found in them."""
