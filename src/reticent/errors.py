"""Every exception Reticent raises on purpose.

    ReticentError
    ├── UsageError          options, files or tables given wrongly          exit 2
    │   ├── KnowledgeError  a pack, table or linguistic model: missing, damaged, foreign
    │   └── TaxonomyError   a taxonomy: missing, empty, cyclic, malformed
    └── Refused             the release is refused, nothing is written      exit 1
        ├── DocumentError   a document that cannot be read exactly
        └── Disclosure      the privacy model does not hold on the result

A message says what is wrong and what to do next. It may carry offsets, counts and names of
files; it never carries text of a document, because logs are read by more people than documents.
"""

from __future__ import annotations


class ReticentError(Exception):
    """Base of all errors of this package; `exit_status` is what the command line returns."""

    exit_status = 2


class UsageError(ReticentError):
    """What was asked for cannot be done as it was asked."""


class KnowledgeError(UsageError):
    """A knowledge pack, count table or linguistic model is missing, damaged or foreign."""


class TaxonomyError(UsageError):
    """A taxonomy is missing, empty, cyclic or malformed."""


class Refused(ReticentError):
    """A release is refused: nothing has been written."""

    exit_status = 1


class DocumentError(Refused):
    """A document cannot be read exactly."""


class Disclosure(Refused):
    """The privacy model does not hold on the rewritten document."""
