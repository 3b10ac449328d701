"""Walking a situation: grounding on demand, world by world, clause by clause, up the ladder."""
