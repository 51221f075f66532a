"""The only composition: find, assess, plan, rewrite, assess again, report.

    text --terms--> terms --privacy--> findings --planning--> plan --document--> text'
              ^                                                                   |
              +------------- until nothing is found in what was written ----------+

Guarantee of `sanitize`: the text of the result, read again from scratch, holds no finding of the
model and no form of a protected entity in any layout; otherwise nothing is returned and
`Disclosure` is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from reticent import terms
from reticent.document import Document, Edit, Span, apply
from reticent.errors import Disclosure, DocumentError, UsageError
from reticent.knowledge import Knowledge, load
from reticent.knowledge.information import Entity, Information
from reticent.knowledge.protected import protected
from reticent.phrase import Phrase, segments
from reticent.planning.plan import Plan, redact_all
from reticent.privacy import c_sanitized
from reticent.privacy.risk import Finding, Risk, Visible, findings
from reticent.report.certificate import Certificate, certify, claims, digest, input_hmac
from reticent.report.utility import utility
from reticent.request import MARKER, Request
from reticent.terms.occurrences import occurrences
from reticent.terms.strangers import strangers

_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Result:
    """A document that is safe to release under its certificate, and how it came about."""

    text: str
    findings: tuple[Finding, ...]
    plan: Plan
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document as it stands tells: its terms, their risks, and where a form stands."""

    analysis: terms.Analysis
    risks: tuple[Risk, ...]
    forms: tuple[Span, ...]
    strangers: frozenset[str]

    @property
    def discloses(self) -> bool:
        return bool(self.forms or findings(self.risks))


def sanitize(
    text: str,
    *,
    protect: Sequence[str],
    form: Mapping[str, Sequence[str]] | None = None,
    model: str = "c-sanitized",
    alpha: str | float | Fraction = "auto",
    mode: str = "redact",
    marker: str = MARKER,
    unknown: str | None = None,
    estimator: str | None = None,
    floor: int | None = None,
    backoff: bool | None = None,
    plain: bool = False,
    knowledge: Knowledge | str | Path | None = None,
) -> Result:
    """Redact what discloses a protected entity; the options are those of the command line."""
    request = Request.of(
        protect,
        form,
        model=model,
        mode=mode,
        alpha=alpha,
        unknown=unknown,
        estimator=estimator,
        floor=floor,
        backoff=backoff,
        plain=plain,
        marker=marker,
    )
    if not isinstance(knowledge, Knowledge):
        knowledge = load() if knowledge is None else load([knowledge], embedded=False)
    return release(Document(text), request, knowledge, terms.load())


def release(
    document: Document, request: Request, knowledge: Knowledge, linguistics: terms.Linguistics
) -> Result:
    """The document without what discloses, and its certificate; or `Disclosure`."""
    _refuse_broken(document.text)
    information, entities = _asked(request, knowledge)
    _refuse_telling_marker(request, information, entities)
    linguistics = terms.remembering(linguistics)
    original = _read(document, request, information, entities, linguistics)
    plan, current, reading = Plan(), document, original
    for _ in range(_ROUNDS):
        if not reading.discloses:
            break
        step = redact_all(findings(reading.risks))
        current = apply(current, _edits(current, reading, step.redacted(), request.marker))
        plan += step
        reading = _read(current, request, information, entities, linguistics)
    else:
        raise Disclosure(
            f"after {_ROUNDS} rounds of redaction there are still terms that disclose: nothing is "
            "released. Withhold the document in full, or edit it by hand first"
        )
    certificate = certify(
        claims(current, request, knowledge, linguistics.fingerprint, entities, reading),
        original=document,
        plan=plan,
        markers=_markers(current, request.marker) - _markers(document, request.marker),
        utility=utility(original.analysis, reading.analysis, information),
    )
    first = tuple(decision.forced_by for decision in plan.decisions)
    return Result(current.text, first, plan, certificate)


def verify(
    released: Document,
    certificate: Certificate,
    knowledge: Knowledge,
    linguistics: terms.Linguistics,
    original: Document | None = None,
) -> None:
    """Raise `Disclosure` unless every claim of the certificate holds for this output.

    What only the input could tell (how many terms went, utility, the software) is not checked.
    """
    content = certificate.content
    if content["output"] != digest(released.text):
        raise Disclosure("the certificate is of another text: the output was changed")
    if original is not None and content["input_hmac"] != input_hmac(
        original.text, content["nonce"]
    ):
        raise Disclosure("the certificate is of another input")
    try:
        request = Request.from_resolved(content["parameters"])
    except UsageError as error:
        raise Disclosure(f"the certificate does not hold: {error}") from None
    information, entities = _asked(request, knowledge)
    try:
        _refuse_telling_marker(request, information, entities)
    except UsageError as error:
        raise Disclosure(f"the certificate does not hold: {error}") from None
    reading = _read(released, request, information, entities, linguistics)
    true = claims(released, request, knowledge, linguistics.fingerprint, entities, reading)
    for name in ("knowledge", "taxonomies", "linguistic_model"):
        if content[name] != true[name]:
            raise Disclosure(
                f"the {name.replace('_', ' ')} at hand is not what the certificate names: give the "
                "packs or the count table, and the taxonomies, that it was made with"
            )
    if reading.discloses:
        raise Disclosure("the model does not hold on this output")
    for name, value in true.items():
        if content[name] != value:
            raise Disclosure(f"the certificate's claim {name!r} is not true of this output")


def _refuse_broken(text: str) -> None:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise DocumentError(
            "the text holds NUL characters or halves of characters: it was not decoded rightly"
        )


def _asked(request: Request, knowledge: Knowledge) -> tuple[Information, list[Entity]]:
    information = knowledge.information(request.estimator)
    entities = protected(
        request.protect, request.form, knowledge, information, synonyms=request.synonyms
    )
    return information, entities


def _forms(entities: Sequence[Entity]) -> list[Phrase]:
    return [form for entity in entities for form in (*entity.forms, *entity.literal)]


def _read(
    document: Document,
    request: Request,
    information: Information,
    entities: Sequence[Entity],
    linguistics: terms.Linguistics,
) -> Reading:
    masked = _masked(document, request.marker)
    forms = _forms(entities)
    analysis = terms.find(
        masked,
        linguistics,
        two_faced=information.two_faced,
        wanted=forms,
        known=information.knows,
        every_word=True,  # what the tagger takes for a verb or a pronoun may be a drug
    )
    visible = Visible.all_of(term.phrase for term in analysis.terms)
    others = strangers(analysis, information.knows_name)
    risks = c_sanitized.assess(information, entities, request.parameters, visible, others)
    return Reading(analysis, tuple(risks), tuple(occurrences(masked.text, forms)), others)


def _masked(document: Document, marker: str) -> Document:
    """The document as it is analysed: a marker is a hole of the same length, never a term."""
    hole = "(" + "…" * (len(marker) - 2) + ")" if len(marker) > 1 else "…"
    return Document(_standing_alone(marker).sub(hole, document.text), document.name)


def _standing_alone(marker: str) -> re.Pattern[str]:
    """The marker where it is no piece of a word."""
    return re.compile(rf"(?<![^\W_]){re.escape(marker)}(?![^\W_])")


def _refuse_telling_marker(
    request: Request, information: Information, entities: Sequence[Entity]
) -> None:
    """A marker is not examined where it stands, so it must tell nothing itself.

    The default is the same whatever is protected, so only a form in it would tell.
    """
    words = {token.word for segment in segments(request.marker) for token in segment}
    phrases = {Phrase.of(request.marker, information.two_faced), *(Phrase((w,)) for w in words)}
    visible = Visible.all_of(sorted(phrases - {Phrase(())}))
    parameters = replace(request.parameters, unknown="keep")
    tells = bool(occurrences(request.marker, _forms(entities)))
    if request.marker != MARKER and not tells:
        risks = c_sanitized.assess(information, entities, parameters, visible)
        tells = bool(findings(risks))
    if tells:
        raise UsageError("the marker itself discloses what is protected: choose another text")


def _edits(
    document: Document, reading: Reading, redacted: Set[Phrase], marker: str
) -> Iterator[Edit]:
    """A marker for every mention of a redacted term and every form; what touches becomes one."""
    mentions = (
        span for term in reading.analysis.terms if term.phrase in redacted for span in term.mentions
    )
    merged: list[Span] = []
    for span in sorted([*mentions, *reading.forms]):
        between = document.text[merged[-1].end : span.start] if merged else "."
        if (merged and span.start < merged[-1].end) or between in ("", " "):
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    yield from (Edit(span, marker) for span in merged)


def _markers(document: Document, marker: str) -> int:
    return len(_standing_alone(marker).findall(document.text))
