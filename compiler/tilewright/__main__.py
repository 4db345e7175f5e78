"""`python -m tilewright` is the command line."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and sys.path[0] == os.getcwd():
    # Python puts the folder it is started in first: a `numpy.py` of the user's must not stand in for ours.
    del sys.path[0]

from tilewright.cli.entry import main

main()
