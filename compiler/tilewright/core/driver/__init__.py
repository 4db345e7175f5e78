"""From a module to something that runs."""
