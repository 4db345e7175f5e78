"""Parameters of graphs: bound, bundled, lifted, loaded one by one."""
