"""Reticent makes a document safe to release."""

__version__ = "0.1.0.dev0"
