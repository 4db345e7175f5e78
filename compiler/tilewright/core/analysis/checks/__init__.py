"""What is checked of a whole function, a topic a file; `collected` holds the rows."""
