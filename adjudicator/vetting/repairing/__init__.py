"""What to change: repairs of findings, each tried out by editing the text, reading it and vetting it again."""
