"""Bytes to Document and back, one file per format, lossless outside the edits."""
