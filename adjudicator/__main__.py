"""`python -m adjudicator`, the same as the command `adjudicator`."""

from adjudicator.cli.main import main

main(prog_name="adjudicator")
