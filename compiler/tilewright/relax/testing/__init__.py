"""What tests of programs on graphs use."""
