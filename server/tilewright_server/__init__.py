"""Floor 7: the language server.

`server.py` is the table of everything it answers; `features/` compute the answers from an `Analysis`, knowing nothing of the protocol;
`wire.py` alone turns answers into the protocol's types.
"""
