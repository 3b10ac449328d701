"""A question or a book for other programs: one static theory for Z3 and clingo, for export and as a second opinion."""
