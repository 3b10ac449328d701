"""The language server: rules and scenarios in an editor, read while they are written."""
