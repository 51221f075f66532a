"""Finds terms and their contexts in a document: noun phrases, names, identifiers, acronyms."""

from reticent.terms.contexts import Context, contexts
from reticent.terms.find import Analysis, Term, find
from reticent.terms.identifiers import Identifier, identifiers
from reticent.terms.linguistics import Linguistics, load, remembering
from reticent.terms.names import Name

__all__ = [
    "Analysis",
    "Context",
    "Identifier",
    "Linguistics",
    "Name",
    "Term",
    "contexts",
    "find",
    "identifiers",
    "load",
    "remembering",
]
