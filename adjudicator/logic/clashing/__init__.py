"""Whether the conditions of two clauses can hold together at all: the solver's part in looking for clashes."""
