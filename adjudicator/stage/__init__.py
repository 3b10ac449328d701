"""The search for situations: from what clauses require to a smallest one that shows a finding, written as a scenario."""
