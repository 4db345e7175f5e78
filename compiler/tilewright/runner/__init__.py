"""Build and run one function of a file on seeded random data, in a process of its own.

The editor's "Build and run" and `tilewright run FILE::NAME` are the same thing: `process.run_in_process` starts a worker (`__main__`), which loads
the function (`load`), prepares it (`kernel`, `graph`) with sizes (`sizes`) and inputs (`inputs`), measures it (`measure`) and says what came out (`report`).  A crash, an endless loop or a
`sys.exit` in what is run ends the worker, never the caller.
"""
