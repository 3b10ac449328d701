"""Settling a situation: candidates found on demand, climbing the ladder, world by world."""
