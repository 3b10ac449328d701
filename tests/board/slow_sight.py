"""Line of sight by brute force, sharing nothing with `adjudicator.board` but the map itself.

`flat` works on the drawing alone: it cuts the line with every closed edge, space and nubbin, exactly.
`folded` follows the line through joined edges; it moves the line a hair to either side instead of asking what a corner
means, so it only speaks for the reading in which a touched end or corner blocks.
Coordinates are half spaces, as on the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

FINE = 10**6
"""`folded` reckons in so many parts of a half space, so that a hair is a whole number of them."""


@dataclass
class World:
    """What is closed: edges and spaces by their middle; nubbins that stand, by their corner."""

    board: object
    edges: set
    spaces: set
    nubbins: set
    ends_block: bool
    corners_block: bool
    reach: Fraction
    joins: int

    def __post_init__(self):
        self.all_edges = [(tuple(edge), *map(fine, ends_of(edge))) for edge in self.board.edges()]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def ends_of(edge):
    x, y = edge
    return ((x, y - 1), (x, y + 1)) if x % 2 == 0 else ((x - 1, y), (x + 1, y))


def fine(p):
    return (p[0] * FINE, p[1] * FINE)


def cut(p, q, a, b):
    """Where the closed segments pq and ab meet, as shares of both; None where they do not (they are never in one line here)."""
    d, e = minus(q, p), minus(b, a)
    if cross(d, e) == 0 or cross(d, minus(a, p)) * cross(d, minus(b, p)) > 0:
        return None
    t = Fraction(cross(minus(a, p), e)) / cross(d, e)
    u = Fraction(cross(minus(a, p), d)) / cross(d, e)
    return (t, u) if 0 <= t <= 1 and 0 <= u <= 1 else None


def corners_of(space):
    x, y = space
    return [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]


def runs_inside(p, q, space):
    """Whether the segment has a point inside the square."""
    corners = corners_of(space)
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, step = p[axis], q[axis] - p[axis]
        least, most = corners[0][axis], corners[2][axis]
        if step == 0:
            if not least < start < most:
                return False
            continue
        ts = sorted((Fraction(least - start) / step, Fraction(most - start) / step))
        low, high = max(low, ts[0]), min(high, ts[1])
    return low < high


def flat(world, source, target):
    """Whether the line on the drawing is clear."""
    if source == target:
        return source not in world.spaces
    spaces = world.board.spaces
    if source in world.spaces or target in world.spaces:
        return False
    p, q = tuple(source), tuple(target)
    touched = {}
    for nubbin in world.nubbins:
        if stub(p, q, nubbin, world.reach * 2):
            return False
    for edge in world.edges:
        if edge == q:
            continue
        a, b = ends_of(edge)
        hit = cut(p, q, a, b)
        if hit is not None:
            if 0 < hit[1] < 1:
                return False
            corner = a if hit[1] == 0 else b
            touched.setdefault(corner, set()).add(("end", side(p, q, edge)))
    for space in holes(world) | world.spaces:
        if runs_inside(p, q, space):
            return False
        for corner in corners_of(space):
            if cross(minus(corner, p), minus(q, p)) == 0 and between(p, q, corner) and side(p, q, space):
                sort = "corner" if space in spaces else "end"
                touched.setdefault(corner, set()).add((sort, side(p, q, space)))
    return not any(stops(world, found) for found in touched.values())


def holes(world):
    """The squares around the map where there is no space."""
    found = set()
    for x, y in world.board.spaces:
        found |= {(x + i, y + j) for i in (-2, 0, 2) for j in (-2, 0, 2)}
    return found - {tuple(s) for s in world.board.spaces}


def side(p, q, spot):
    """On which side of the line: -1, 0 or 1."""
    value = cross(minus(q, p), minus(tuple(spot), p))
    return (value > 0) - (value < 0)


def between(p, q, corner):
    return min(p[0], q[0]) <= corner[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= corner[1] <= max(p[1], q[1])


def stops(world, found):
    sorts = {sort for sort, _ in found}
    if {where for _, where in found} >= {-1, 1}:
        return True
    return "end" in sorts and world.ends_block or "corner" in sorts and world.corners_block


def stub(p, q, corner, reach):
    x, y = corner
    if reach == 0:
        return cross(minus(corner, p), minus(q, p)) == 0 and between(p, q, corner)
    return cut(p, q, (x - reach, y), (x + reach, y)) is not None or cut(p, q, (x, y - reach), (x, y + reach)) is not None


def folded(world, source, target):
    """Whether some line is clear, joined edges and all (only where touching blocks)."""
    if source == target and source not in world.spaces:
        return True
    if source in world.spaces or target in world.spaces:
        return False
    return any(clear(world, source, target, image) for image in images(world, target) if image != tuple(source))


def clear(world, source, target, image):
    """Whether the line a hair to the left and the one a hair to the right both end in the target, going the same way there."""
    d = minus(image, source)
    x, y = fine(source)
    ends = [follow(world, (x - d[1] * sign, y + d[0] * sign), fine(d), tuple(source)) for sign in (1, -1)]
    return ends[0] == ends[1] is not None and ends[0][0] == tuple(target)


def follow(world, p, d, here):
    """The space in which the line from p by d ends and the direction it has there, or None where it meets something."""
    at, joins = Fraction(0), 0
    while True:
        q = (p[0] + d[0], p[1] + d[1])
        hits = []
        for edge, a, b in world.all_edges:
            hit = cut(p, q, a, b)
            if hit is not None and hit[0] > at:
                hits.append((hit[0], edge))
        at_next, edge = min(hits, default=(Fraction(1), None))
        if struck(world, p, d, at, at_next):
            return None
        if edge is None:
            return here, d
        at = at_next
        if edge in world.edges:
            return None
        arrival = joined(world, here, edge)
        if arrival is not None:
            joins += 1
            if joins > world.joins:
                return None
            move, entry, here = arrival
            p, d = apply(move, p, FINE), minus(apply(move, d), apply(move, (0, 0)))
            if entry in world.edges:
                return None
        else:
            here = (2 * edge[0] - here[0], 2 * edge[1] - here[1])
            if here not in world.board.spaces:
                return None
        if here in world.spaces:
            return None


def struck(world, p, d, start, until):
    """Whether a nubbin is met between two shares of the line, its arms a little longer than the hair is wide."""
    a = (p[0] + d[0] * start, p[1] + d[1] * start)
    b = (p[0] + d[0] * until, p[1] + d[1] * until)
    return any(stub(a, b, fine(nubbin), world.reach * 2 * FINE + FINE // 500) for nubbin in world.nubbins)


def joined(world, space, edge):
    """How the drawing goes on behind a joined edge: the motion, the edge come in by, the space behind it."""
    for side_, arrival in world.board.joins.items():
        if tuple(side_.space) == space and tuple(side_.edge) == edge:
            inside = tuple(arrival.space)
            ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
            out, into = ways[side_.heading], ways[arrival.heading]
            entry = (inside[0] - into[0], inside[1] - into[1])
            right_out, right_in = (-out[1], out[0]), (-into[1], into[0])
            if arrival.mirrored:
                right_in = (-right_in[0], -right_in[1])
            return (edge, out, right_out, entry, into, right_in), entry, inside
    return None


def apply(move, p, scale=1):
    """Take a point apart into how far out and how far right of the edge, and put it together behind the other."""
    edge, out, right_out, entry, into, right_in = move
    rel = (p[0] - edge[0] * scale, p[1] - edge[1] * scale)
    ahead, right = rel[0] * out[0] + rel[1] * out[1], rel[0] * right_out[0] + rel[1] * right_out[1]
    return (entry[0] * scale + ahead * into[0] + right * right_in[0], entry[1] * scale + ahead * into[1] + right * right_in[1])


def images(world, target):
    """Every place where the target may lie, looked at through up to so many joined edges."""
    found, latest = {tuple(target)}, {tuple(target)}
    moves = [joined(world, tuple(side_.space), tuple(side_.edge))[0] for side_ in world.board.joins]
    for _ in range(world.joins):
        latest = {apply((entry, into, right_in, edge, out, right_out), p)
                  for edge, out, right_out, entry, into, right_in in moves for p in latest}  # fmt: skip
        found |= latest
    return found
