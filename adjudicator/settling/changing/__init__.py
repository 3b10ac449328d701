"""What would change an answer: the smallest sets of changes to the table and to the rules, each tried by settling again."""
