"""The layers that networks are built of, by topic."""
