"""Rules of Python linters that make no sense in scripts, for those who silence them: `init` in a project's settings, quick fixes in a file."""

# Words of dtypes taken for forward references, axes, parameters that only buffers use, and buffers in capitals.
RUFF_CODES = ("F722", "F821", "F841", "N803", "N805", "N806", "B007", "ARG001", "ARG002")
