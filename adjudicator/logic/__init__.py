"""From the model to Z3 and back.

`walking` follows a situation world by world; `entailing` compares the conditions of
clauses; `encoding` states a question as one theory.  Only this layer imports z3.
"""
