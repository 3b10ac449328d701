"""A small rulebook in several files, and random edits of it such as people make: some leave it whole, some break it."""

from __future__ import annotations

from random import Random

PARENT = "mill/words.rules"
BOOK = {
    PARENT: """book mill
  title The words of the mill
  register register.jsonl
  source mill-book

source mill-book
  rank 1
  number 1000

kind player
kind miller is a player
kind thief is a player
kind grain, plural grain
kind sack is a grain
kind card
kind tool is a card
kind lamp is a tool
kind trick is a card
thing Wind is a player

property {player} carries {grain}
property {player} holds {card}
property the weight of {grain} is a whole number, default 1
  also {grain} has {value} weight
property the colour of {card} is one of red, green, yellow
property the owner of {card} is a player or nobody
property {card} is lit
property {player} is asleep
property the round is a whole number, default 1
property the number of {card} is a whole number, default 0
  from number

event grind
  {miller agent} grinds {grain}
  normally may

event throw
  {player agent} throws {grain} at {player target}

event burn
  {player agent} burns {grain}

definition poor-means
  cites mill-01
  for a player
  the player is asleep means the player carries no grain
""",
    "mill/register.jsonl": "".join(f'{{"id": "mill-0{n}", "says": "statement {n}", "stands": "encoded"}}\n' for n in range(1, 8)),
    "water/00-book.rules": """book water
  title The water mill
  extends mill
  source water-book
  cards from water-cards

source water-book
  rank 2

source water-cards
  rank 3

option rainy-day
  says nothing burns

reading windfall
  either finders
  or owners

format card-string
  joined by -
  part author letters, year digits
  part number number

ladder
  rung explicit claim
  rung specificity
  rung rank of source
  rung Precedence Number: the number of it, lowest first, otherwise 1000

kind wheel
property {wheel} turns {grain}
property the speed of {wheel} is a number
""",
    "water/10-clauses.rules": """clause first-round
  cites mill-02
  for a grind
  the grind may not happen
  when the round is 1
  unless the agent of the grind is a thief

clause heavy
  group weights
  for a miller, a sack
  add 2 to the weight of the sack
  when the miller carries the sack
  and the miller is not asleep

clause thieves-are-awake
  for a thief
  the thief is not asleep
  overrides poor, weights

clause poor
  for a player, a card means
  the player is asleep
  when the player holds the means
  or the player carries no grain
  and the colour of the means is red
  under windfall: finders

invariant light
  for a grain
  always the weight of the grain is at most 30

-- effects
clause ashes
  for a burn, a player
  then the player throws a sack at the agent of the burn
  when the player carries a sack
  with option rainy-day

clause again
  for a throw, a wheel
  then a copy of the throw happens, with Wind as its target
  when the wheel turns the grain of the throw
  and the speed of the wheel is at least 1/2

clause counting
  for a tool
  the tool counts as a trick
  when the tool is lit
  source mill-book
""",
    "water/20-cards.rules": """card BASKET is a tool
  string TJ24-212
  this card is lit
  clause more
    cites mill-03
    for a player
    the weight of a sack is 7
    when the owner of this card is the player

card OIL LAMP is a lamp
  string TJ24-7
  the colour of this card is yellow
  clause shines
    for a player
    the player is not asleep
    when the player holds OIL LAMP
    overrides BASKET

card TRAP! is a trick, a tool
  clause snaps
    for a throw
    the throw may not happen
    when the target of the throw holds this card
""",
    "water/30-more.rules": """card BASKET
  in part
  the colour of this card is green
  it is lit

clause bright
  for a lamp
  the lamp is lit
  applies before heavy

clause lamps
  for a player, a lamp
  which of a grind and a burn comes first is decided by the player
  when the owner of the lamp is the player
  yields to mill-03
""",
}  # fmt: skip

WORDS = sorted({word for text in BOOK.values() for word in text.split()})
LINES = (
    "",
    "-- a remark",
    "  cites mill-04",
    "  cites mill-99",
    "  when the round is 2",
    "  also {grain} is worth {value}",
    "  status ruling",
    "  this card is lit",
    "kind cart is a grain, a card",
    "kind night, plural nights",
    "kind beast is a thief",
    "thing Sun is a player",
    "property {player} hates {grain}",
    "property {card} is lit today",
    "property the worth of {grain} is one of red, dear, cheap",
    "card ROPE is a tool",
    "card SACK is a sack, a lamp",
    "card BASKET",
    "  either rain",
    "option windy-day",
    "source other-book",
    "  string TJ25-9",
    "  in part",
    "  rank 9",
    "  overrides OIL LAMP",
    "  normally may not",
    "  group weights",
)
"""Lines that somebody may put anywhere."""


def edited(book: dict[str, str], random: Random) -> dict[str, str]:
    """The book after one edit."""
    return random.choice((_line_out, _line_in, _line_in, _word, _word, _renamed_word, _renamed_word, _block_out, _block_moved, _block_moved,
                          _block_twice, _file_renamed, _blank, _blank))(dict(book), random)  # fmt: skip


def _file(book: dict[str, str], random: Random) -> str:
    return random.choice(sorted(name for name in book if name.endswith(".rules")))


def _line_out(book: dict[str, str], random: Random) -> dict[str, str]:
    name = random.choice(sorted(book))
    lines = book[name].split("\n")
    del lines[random.randrange(len(lines))]
    return book | {name: "\n".join(lines)}


def _line_in(book: dict[str, str], random: Random) -> dict[str, str]:
    name = _file(book, random)
    lines = book[name].split("\n")
    lines.insert(random.randrange(len(lines) + 1), random.choice((*LINES, random.choice(lines))))
    return book | {name: "\n".join(lines)}


def _word(book: dict[str, str], random: Random) -> dict[str, str]:
    """One word of one line becomes another."""
    name = _file(book, random)
    lines = book[name].split("\n")
    at = random.choice([i for i, line in enumerate(lines) if line.strip()])
    words = lines[at].split(" ")
    words[random.choice([i for i, word in enumerate(words) if word])] = random.choice(WORDS)
    return book | {name: "\n".join((*lines[:at], " ".join(words), *lines[at + 1 :]))}


def _renamed_word(book: dict[str, str], random: Random) -> dict[str, str]:
    """A word is renamed everywhere, or in one file alone: a phrase, a kind, a card, an id."""
    old, new = random.choice(WORDS), random.choice((*WORDS, "shiny", "HAT", "cart"))
    if random.random() < 0.7:
        return {name: text.replace(old, new) for name, text in book.items()}
    name = _file(book, random)
    return book | {name: book[name].replace(old, new)}


def _blocks(text: str) -> list[str]:
    return [block + "\n" for block in text.rstrip("\n").split("\n\n")]


def _taken(book: dict[str, str], random: Random) -> tuple[dict[str, str], str]:
    name = _file(book, random)
    blocks = _blocks(book[name])
    block = blocks.pop(random.randrange(len(blocks)))
    return book | {name: "\n".join(blocks) or "-- nothing\n"}, block


def _block_out(book: dict[str, str], random: Random) -> dict[str, str]:
    return _taken(book, random)[0]


def _block_moved(book: dict[str, str], random: Random) -> dict[str, str]:
    """A block stands elsewhere, in the same file or another."""
    left, block = _taken(book, random)
    name = _file(left, random)
    blocks = _blocks(left[name])
    blocks.insert(random.randrange(len(blocks) + 1), block)
    return left | {name: "\n".join(blocks)}


def _block_twice(book: dict[str, str], random: Random) -> dict[str, str]:
    """A block is copied, mostly under another name."""
    name = _file(book, random)
    block = random.choice(_blocks(book[name]))
    first, _, rest = block.partition("\n")
    if random.random() < 0.8:
        first += "-two"
    return book | {name: book[name] + "\n" + first + "\n" + rest}


def _file_renamed(book: dict[str, str], random: Random) -> dict[str, str]:
    """The files of a book are read in another order."""
    name = _file(book, random)
    other = f"{name.partition('/')[0]}/{random.randrange(10)}{random.randrange(10)}-file.rules"
    return book if other in book else {other if n == name else n: text for n, text in book.items()}


def _blank(book: dict[str, str], random: Random) -> dict[str, str]:
    """Lines move down, or nothing but spaces changes."""
    name = _file(book, random)
    return book | {name: random.choice(("\n\n" + book[name], "-- a remark\n" + book[name], book[name].replace(" is ", "  is ", 1)))}
