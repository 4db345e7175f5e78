"""Reference results of operators in numpy, a topic a module: tests compare compiled results with these."""
