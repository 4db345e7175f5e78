"""Floor 3: building IR by calling functions: frames, and what the namespaces contain."""
