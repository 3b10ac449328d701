"""The long run of what the tests try a few hundred times: `python -m tests.fuzz --minutes N --seed S`."""
