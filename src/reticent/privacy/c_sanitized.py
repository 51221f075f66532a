"""Model `c-sanitized.v1` (2015): no term left tells too much of a protected entity.

Definition ((alpha, C)-sanitized): for every c in C and every term t left, PMI(c;t) < IC(c)/alpha,
alpha >= 1. Reported as the ratio PMI(c;t)/IC(c), to be compared with 1/alpha.

Guarantee of `assess`: a risk is returned for every visible term and every entity; it discloses
exactly when the definition does not hold for them, equality being a disclosure, or when a word of
the term is known to no corpus and `unknown` says `redact`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from reticent.errors import UsageError
from reticent.knowledge.information import Entity, Evidence, Information, Judgement
from reticent.phrase import Phrase
from reticent.privacy.risk import Risk, Visible

NAME = "c-sanitized.v1"
UNKNOWN = ("redact", "flag", "keep")

ALPHA_OF_NAME = Fraction(3)
ALPHA_OF_CONCEPT = Fraction(2)

THIN = 20
"""Units below which a term's own counts are thin evidence."""
GREATEST_ALPHA = 1_000_000

_LONG_POWER = 10_000
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Parameters:
    """alpha (None: `auto`, taken from the entity alone), and what becomes of unknown terms."""

    alpha: Fraction | None = None
    unknown: str = "redact"

    def __post_init__(self) -> None:
        if self.alpha is not None and not 1 <= self.alpha <= GREATEST_ALPHA:
            raise UsageError(
                f"alpha must be from 1 (all but certainty is allowed) to {GREATEST_ALPHA:,} (any "
                "evidence discloses)"
            )
        if self.unknown not in UNKNOWN:
            raise UsageError(f"unknown terms can be {', '.join(UNKNOWN)}, not {self.unknown!r}")

    def alpha_for(self, entity: Entity) -> Fraction:
        """`auto` is 3 where c is a name, 2 where it is a concept (METHODS 4)."""
        if self.alpha is not None:
            return self.alpha
        return ALPHA_OF_NAME if entity.is_name else ALPHA_OF_CONCEPT


def threshold(entity: Entity, alpha: Fraction) -> float:
    return entity.ic / float(alpha)


def assess(
    information: Information,
    entities: Sequence[Entity],
    parameters: Parameters,
    visible: Visible,
    names: Set[str] = frozenset(),
) -> list[Risk]:
    """The risk of every visible term for every entity, term by term.

    `names`: words of persons' names need not be known.
    """
    phrases = visible.phrases()
    judged = [information.judge(entity, [(phrase,) for phrase in phrases]) for entity in entities]
    return [
        _risk(phrase, entity, parameters, judgements[at], names)
        for at, phrase in enumerate(phrases)
        for entity, judgements in zip(entities, judged, strict=True)
    ]


def _risk(
    phrase: Phrase,
    entity: Entity,
    parameters: Parameters,
    judgement: Judgement,
    names: Set[str],
) -> Risk:
    alpha = parameters.alpha_for(entity)
    unknown = any(word not in names for word in judgement.unknown)
    return Risk(
        terms=(phrase,),
        entity=entity.label,
        value=judgement.pmi,
        threshold=threshold(entity, alpha),
        evidence=Evidence.NONE if unknown else judgement.evidence,
        thin=judgement.evidence is not Evidence.OWN or judgement.n < THIN,
        unknown=unknown,
        discloses=reaches(judgement, entity, alpha) or (unknown and parameters.unknown == "redact"),
    )


def reaches(judgement: Judgement, entity: Entity, alpha: Fraction) -> bool:
    """Whether PMI(c;T) >= IC(c)/alpha. Near the boundary whole numbers decide, if there are any.

    With p^ = j/n, p(c) = m/N and alpha = a/b the question is (p^/p(c))^a >= (1/p(c))^b.
    """
    if judgement.probability <= 0:
        return False
    distance = judgement.pmi - threshold(entity, alpha)
    if abs(distance) > _TOLERANCE * max(1.0, entity.ic):
        return distance > 0
    if judgement.ratio is None or entity.ratio is None:
        return True
    p, p_c = judgement.ratio, entity.ratio
    if alpha.numerator > _LONG_POWER:
        return True  # too long to be worked out: towards safety
    return bool((p / p_c) ** alpha.numerator >= (1 / p_c) ** alpha.denominator)


def tightest(risks: Sequence[Risk], entity: Entity) -> Risk | None:
    """Of the risks that were allowed to stay the one nearest to its threshold."""
    own = [risk for risk in risks if risk.entity == entity.label and math.isfinite(risk.value)]
    return max(own, key=lambda risk: risk.ratio, default=None)
