"""Rulings as case law: recorded, found again, settled again; and which reading leads to which answer."""
