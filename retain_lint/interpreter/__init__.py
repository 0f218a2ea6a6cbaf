"""The abstract interpreter: runs the IR over the domain and reports what it finds."""
