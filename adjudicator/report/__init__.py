"""Results as text for people, JSON for programs, and graphs."""
