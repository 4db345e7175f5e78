"""Floor 6: the command line, one file a command."""
