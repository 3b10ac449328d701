"""The local page: a debate in the browser, settled while it is written (`adjudicator serve`)."""
