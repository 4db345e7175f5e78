"""Documents as values: `doc` has the pieces of a Python text, `doc_printer` writes them out, for programs that print languages of their own."""
