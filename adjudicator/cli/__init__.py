"""The command line: thin commands over the public functions of the package."""
