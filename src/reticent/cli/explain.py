"""`reticent explain`: how much a term tells of a protected entity, and why."""

from __future__ import annotations

import argparse
import json

from reticent.cli import options as shared
from reticent.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("terms", nargs="+", metavar="TERM", help="each is explained by itself")
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    shared.add_protect(parser)
    parser.add_argument(
        "--alpha", default="auto", metavar="A", help="1/A of the entity's information is too much"
    )
    parser.add_argument(
        "--no-taxonomic",
        action="store_true",
        help="count a generalisation's own words alone, not those of all that is below it",
    )
    shared.add_estimator(parser)
    shared.add_knowledge(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from reticent.knowledge.protected import protected
    from reticent.phrase import Phrase
    from reticent.privacy.c_sanitized import Parameters
    from reticent.report import explanation
    from reticent.request import alpha_of

    if not all(Phrase.of(term) for term in options.terms):
        raise UsageError("a term to explain needs at least one word that is no stop word")
    known = shared.knowledge(options)
    information = known.information(shared.estimator(options))
    entities = protected(
        shared.protect(options),
        shared.forms(options),
        known,
        information,
        synonyms=not options.plain,
    )
    parameters = Parameters(alpha_of(options.alpha), "keep" if options.plain else "redact")
    taxonomic = not (options.plain or options.no_taxonomic)
    found = explanation.explain(
        options.terms, entities, known, information, parameters, taxonomic=taxonomic
    )
    if options.json:
        print(json.dumps(explanation.to_json(found), indent=1, ensure_ascii=False))
    else:
        print("\n\n".join(explanation.to_text(each, information.size) for each in found))
    return 0
