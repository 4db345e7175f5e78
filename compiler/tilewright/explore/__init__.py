"""The stage explorer: a function at every stage of the compiler, as data with places (`answer`), in a process of its own (`workshop`), as a page on this machine (`site`)."""
