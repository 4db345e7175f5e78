"""Writes everything that is derived from the language's own tables: type stubs and pages of the manual.

Run it in this folder's parent as `python -m generate`; with `--check` it changes nothing and fails when a file is out of date.
"""
