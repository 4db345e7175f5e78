"""Rewriting a function of a file by hand: the steps of a schedule and other changes that keep what it computes, written back into its text.

`offers` has what fits a place, and loads the whole of schedules; `layout` lays a function out anew.
"""
