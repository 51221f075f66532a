"""The only composition: find, assess, plan, rewrite, assess again, report.

    text --terms--> terms --privacy--> findings --planning--> plan --document--> text'
              ^                                                                   |
              +------------- until nothing is found in what was written ----------+

Guarantee of `sanitize`: the text of the result, read again from scratch, holds no finding of the
model; otherwise nothing is returned and `Disclosure` is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from reticent import terms
from reticent.document import Document, Edit, Span, apply
from reticent.errors import Disclosure, UsageError
from reticent.knowledge import Knowledge, load
from reticent.knowledge.counted import CountedInformation, Estimator
from reticent.knowledge.information import Entity
from reticent.knowledge.protected import protected
from reticent.phrase import Phrase, segments
from reticent.planning.plan import Plan, redact_all
from reticent.privacy import c_sanitized
from reticent.privacy.risk import Finding, Risk, Visible, findings
from reticent.report.certificate import (
    Certificate,
    certify,
    claims,
    digest,
    input_hmac,
)
from reticent.report.utility import utility

MARKER = "[redacted]"
MODELS = ("c-sanitized",)
MODES = ("redact",)
_ROUNDS = 12
_PERSON = "person"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be protected and how: everything that a certificate must name."""

    protect: tuple[str, ...]
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    model: str = "c-sanitized"
    mode: str = "redact"
    parameters: c_sanitized.Parameters = field(default_factory=c_sanitized.Parameters)
    estimator: Estimator = field(default_factory=Estimator)
    marker: str = MARKER
    synonyms: bool = True

    def __post_init__(self) -> None:
        if not self.protect:
            raise UsageError("nothing to protect: name at least one entity with --protect")
        if self.model not in MODELS:
            raise UsageError(f"the model {self.model!r} is not one of {', '.join(MODELS)}")
        if self.mode not in MODES:
            raise UsageError(
                f"the mode {self.mode!r} is not there in this version: use --mode {MODES[0]}"
            )
        if not self.marker.strip():
            raise UsageError("the marker must show that something was taken out: give it a text")
        if strangers := self.form.keys() - set(self.protect):
            raise UsageError(f"--form names {sorted(strangers)}, which --protect does not")

    @classmethod
    def from_parameters(cls, given: Mapping[str, Any]) -> Request:
        """The request that a certificate's parameters describe."""
        try:
            return cls(
                protect=tuple(given["protect"]),
                form={entity: tuple(forms) for entity, forms in given["form"].items()},
                mode=given["mode"],
                parameters=c_sanitized.Parameters(alpha_of(given["alpha_given"]), given["unknown"]),
                estimator=Estimator(given["estimator"], given["floor"], given["backoff"]),
                marker=given["marker"],
                synonyms=given["synonyms"],
            )
        except (KeyError, TypeError, AttributeError):
            raise UsageError("the certificate's parameters are incomplete") from None


@dataclass(frozen=True, slots=True)
class Result:
    """A document that is safe to release under its certificate, and how it came about."""

    text: str
    findings: tuple[Finding, ...]
    plan: Plan
    certificate: Certificate


def sanitize(
    text: str,
    *,
    protect: Sequence[str],
    form: Mapping[str, Sequence[str]] | None = None,
    model: str = "c-sanitized",
    alpha: str | float | Fraction = "auto",
    mode: str = "redact",
    marker: str = MARKER,
    unknown: str = "redact",
    estimator: str = "hierarchical",
    floor: int | None = None,
    backoff: bool = True,
    plain: bool = False,
    knowledge: Knowledge | str | Path | None = None,
) -> Result:
    """Redact what discloses a protected entity; the options are those of the command line."""
    request = Request(
        protect=tuple(protect),
        form={entity: tuple(forms) for entity, forms in (form or {}).items()},
        model=model,
        mode=mode,
        parameters=c_sanitized.Parameters(alpha_of(alpha), "keep" if plain else unknown),
        estimator=PLAIN if plain else Estimator(estimator, 5 if floor is None else floor, backoff),
        marker=marker,
        synonyms=not plain,
    )
    if not isinstance(knowledge, Knowledge):
        knowledge = load() if knowledge is None else load([knowledge], embedded=False)
    return release(Document(text), request, knowledge, terms.load())


PLAIN = Estimator("mle", 1, backoff=False)
"""The papers' bare method (METHODS, "--plain")."""


def alpha_of(given: str | float | Fraction) -> Fraction | None:
    """alpha exactly as it was written; None for `auto`."""
    if given == "auto":
        return None
    try:
        return Fraction(str(given))
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"alpha must be a number of 1 or more, or auto, not {given!r}") from None


def release(
    document: Document, request: Request, knowledge: Knowledge, linguistics: terms.Linguistics
) -> Result:
    """The document without what discloses, and its certificate; or `Disclosure`."""
    information = knowledge.information(request.estimator)
    entities = _entities(request, knowledge, information)
    _refuse_telling_marker(request, information, entities)
    linguistics = terms.remembering(linguistics)
    original, risks = _assess(document, request, information, entities, linguistics)
    plan, current, analysis = Plan(), document, original
    for _ in range(_ROUNDS):
        found = findings(risks)
        if not found:
            break
        step = redact_all(found)
        current = apply(current, _edits(current, analysis, step.redacted(), request.marker))
        plan += step
        analysis, risks = _assess(current, request, information, entities, linguistics)
    else:
        raise Disclosure(
            f"after {_ROUNDS} rounds of redaction there are still terms that disclose: the "
            "document is not released. Withhold it, or raise alpha's strictness term by term"
        )
    certificate = certify(
        original=document,
        released=current,
        request=request,
        knowledge=knowledge,
        linguistics=linguistics.fingerprint,
        entities=entities,
        risks=risks,
        plan=plan,
        redacted_mentions=_mentions(document, current, request.marker),
        utility=utility(original, analysis, information),
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
    """Raise `Disclosure` unless every claim of the certificate holds for this output."""
    content = certificate.content
    request = Request.from_parameters(content["parameters"])
    if content["output"] != digest(released.text):
        raise Disclosure("the certificate is of another text: the output was changed")
    if original is not None and content["input_hmac"] != input_hmac(
        original.text, content["nonce"]
    ):
        raise Disclosure("the certificate is of another input")
    information = knowledge.information(request.estimator)
    entities = _entities(request, knowledge, information)
    risks = _assess(released, request, information, entities, linguistics)[1]
    true = claims(released, request, knowledge, linguistics.fingerprint, entities, risks)
    for name in ("knowledge", "taxonomies", "linguistic_model"):
        if content[name] != true[name]:
            raise Disclosure(
                f"the {name.replace('_', ' ')} at hand is not what the certificate names: give the "
                "packs or the count table, and the taxonomies, that it was made with"
            )
    if findings(risks):
        raise Disclosure("the model does not hold on this output")
    for name, value in true.items():
        if content[name] != value:
            raise Disclosure(f"the certificate's claim {name!r} is not true of this output")


def _entities(
    request: Request, knowledge: Knowledge, information: CountedInformation
) -> list[Entity]:
    return protected(
        request.protect, request.form, knowledge, information, synonyms=request.synonyms
    )


def _assess(
    document: Document,
    request: Request,
    information: CountedInformation,
    entities: Sequence[Entity],
    linguistics: terms.Linguistics,
) -> tuple[terms.Analysis, list[Risk]]:
    analysis = terms.find(
        _masked(document, request.marker),
        linguistics,
        two_faced=information.two_faced,
        wanted=[form for entity in entities for form in entity.forms],
        known=information.knows,
        verbs=True,  # what the tagger takes for a verb or an adverb may be a drug
    )
    visible = Visible.all_of(term.phrase for term in analysis.terms)
    names = _person_words(analysis, information.two_faced)
    return analysis, c_sanitized.assess(information, entities, request.parameters, visible, names)


def _masked(document: Document, marker: str) -> Document:
    """The document as it is analysed: a marker is a hole of the same length, never a term."""
    hole = "(" + "…" * (len(marker) - 2) + ")" if len(marker) > 1 else "…"
    return Document(_standing_alone(marker).sub(hole, document.text), document.name)


def _standing_alone(marker: str) -> re.Pattern[str]:
    """The marker where it is no piece of a word."""
    before = r"(?<!\w)" if marker[0].isalnum() else ""
    after = r"(?!\w)" if marker[-1].isalnum() else ""
    return re.compile(before + re.escape(marker) + after)


def _refuse_telling_marker(
    request: Request, information: CountedInformation, entities: Sequence[Entity]
) -> None:
    """A marker is not examined where it stands, so it must tell nothing itself."""
    words = {token.word for segment in segments(request.marker) for token in segment}
    phrases = {Phrase.of(request.marker, information.two_faced), *(Phrase((w,)) for w in words)}
    visible = Visible.all_of(sorted(phrases - {Phrase(())}))
    parameters = replace(request.parameters, unknown="keep")
    if findings(c_sanitized.assess(information, entities, parameters, visible)):
        raise UsageError("the marker itself discloses what is protected: choose another text")


def _person_words(analysis: terms.Analysis, two_faced: Set[str]) -> frozenset[str]:
    """Words of persons' names: a stranger's surname tells nothing (QUALITY, rule 5)."""
    return frozenset(
        word
        for name in analysis.names
        if name.label == _PERSON
        for word in Phrase.of(analysis.document.at(name.span), two_faced).words
    )


def _edits(
    document: Document, analysis: terms.Analysis, redacted: Set[Phrase], marker: str
) -> Iterator[Edit]:
    """A marker for every mention of a redacted term; holes that touch become one."""
    spans = sorted(
        span for term in analysis.terms if term.phrase in redacted for span in term.mentions
    )
    merged: list[Span] = []
    for span in spans:
        between = document.text[merged[-1].end : span.start] if merged else "."
        if not between.strip() and "\n" not in between and len(between) < 2:
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    yield from (Edit(span, marker) for span in merged)


def _mentions(original: Document, released: Document, marker: str) -> int:
    pattern = _standing_alone(marker)
    return len(pattern.findall(released.text)) - len(pattern.findall(original.text))
