"""Specificity and what can meet: whether the condition of one clause entails that of another. Asks Z3 (see session)."""
