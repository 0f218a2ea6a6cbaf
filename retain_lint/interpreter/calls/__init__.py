"""Who is called, inlined or opaque. Floor 3."""
