"""The documentation as a site: `sphinx-build -W -b html docs build/docs`.

Pages about what the program prints by itself (commands, results, public names, pictures) are made from the program when the
site is built, into `docs/made`, which is not kept.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from sitemaking import make_pages  # noqa: E402

from adjudicator import VERSION  # noqa: E402

project = "The adjudicator"
copyright = "its authors"
version = release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
html_theme = "furo"
html_title = f"The adjudicator {VERSION}"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["build", "site"]
suppress_warnings = ["misc.highlighting_failure", "myst.header", "toc.not_included"]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True

make_pages(HERE / "made")

_OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./([^)]+)\)")


def setup(app: Sphinx) -> None:
    """Links to files of the repository that are no pages become their names."""
    app.connect("source-read", lambda _app, _page, source: source.__setitem__(0, _OUTSIDE.sub(r"\1 (`\2`)", source[0])))
