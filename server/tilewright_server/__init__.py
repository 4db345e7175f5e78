"""Floor 7: the language server."""
