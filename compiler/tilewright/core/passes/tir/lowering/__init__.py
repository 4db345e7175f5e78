"""Passes of the CPU pipeline: from blocks to loops over flat memory."""
