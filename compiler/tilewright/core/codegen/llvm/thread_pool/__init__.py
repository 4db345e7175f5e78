"""The thread pool in which parallel loops run."""
