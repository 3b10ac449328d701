"""What has no ground theory, and from how many values on one is not worked out."""

from __future__ import annotations

MOST_CASES = 600
"""How many values of one expression are told apart before it is refused."""


class Refused(Exception):
    """The question has no ground theory; the message names what stands in the way."""
