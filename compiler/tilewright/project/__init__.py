"""A project's settings, and what follows from them: which diagnostics of a file are reported, silenced, fixed and kept.

The command line, the language server and the plugins for mypy and pylint all ask here, so that they say the same.
"""
