"""The server: on this machine only, on a free port, several requests at once."""

from __future__ import annotations

import socket
from pathlib import Path

from cheroot import wsgi

from adjudicator.web.app import make_app

THREADS = 6
"""Requests answered at once, so that a slow question does not keep others waiting."""


def server(folder: Path, port: int = 0) -> wsgi.Server:
    """A server over a folder, bound to 127.0.0.1; with port 0 the first free one. Raises OSError where the port is taken."""
    made = wsgi.Server(("127.0.0.1", port), make_app(folder), numthreads=THREADS, server_name="adjudicator", timeout=30)
    made.prepare()
    return made


def address(made: wsgi.Server) -> str:
    """Where the page is."""
    host, port = made.bind_addr[:2] if isinstance(made.bind_addr, tuple) else ("127.0.0.1", 0)
    return f"http://{host}:{port}/"


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
