"""Whole rulebooks, or a new card against one: findings, each with a witness, and what would mend them."""
