"""Floor 0: data types, source text, spans, diagnostics and their catalogue.  Imports nothing of Tilewright."""
