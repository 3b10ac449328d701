"""HTML as trees of elements: whatever text is put into them is escaped when they are written."""

from __future__ import annotations

from xml.etree import ElementTree

Element = ElementTree.Element
Child = Element | str | None


def el(tag: str, *children: Child, **attributes: str) -> Element:
    """An element; attributes that are Python words end in `_` (`class_`). None among the children is left out."""
    made = Element(tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})
    last: Element | None = None
    for child in children:
        if isinstance(child, str):
            if last is None:
                made.text = (made.text or "") + child
            else:
                last.tail = (last.tail or "") + child
        elif child is not None:
            made.append(child)
            last = child
    return made


def drawing(svg: str) -> Element:
    """An SVG document as an element of the page, whose tags need no namespace there."""
    drawn = ElementTree.fromstring(svg)
    for part in drawn.iter():
        part.tag = part.tag.rpartition("}")[2]
    return drawn


def written(page: Element) -> str:
    """The page as text."""
    return "<!DOCTYPE html>\n" + ElementTree.tostring(page, encoding="unicode", method="html") + "\n"


def fragment(*parts: Child) -> str:
    """Parts of a page as text, for a page that is there already."""
    whole = el("div", *parts)
    return "".join([whole.text or "", *(ElementTree.tostring(part, encoding="unicode", method="html") for part in whole)])
