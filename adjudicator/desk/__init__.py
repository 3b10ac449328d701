"""What is done with scenario files that are opened, for the terminal and for the page alike: settled, explained, written down."""
