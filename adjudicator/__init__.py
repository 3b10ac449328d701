"""The adjudicator: rules and cards in readable text, settled exactly and explained."""

VERSION = "0.1.0"
