"""Schedules: rewriting a program step by step, so that it computes the same in another order, other memory, and on more of the machine."""
