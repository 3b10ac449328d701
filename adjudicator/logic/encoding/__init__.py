"""The same question as one static theory: for Z3 and clingo, for export, and as a check of the walk."""
