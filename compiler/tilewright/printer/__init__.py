"""Floor 3: from IR to TVMScript text."""
