"""Programs of which the analyser and execution once said different things, each as small as it could be made."""
