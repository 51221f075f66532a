"""Why: counts, information content, PMI, risk of a term and of its generalisations.

Everything a person needs to follow a judgement with a calculator, and a first line for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reticent.knowledge import Knowledge
from reticent.knowledge.counted import CountedInformation
from reticent.knowledge.generalise import Generalisation, generalisations
from reticent.knowledge.information import Entity, Judgement
from reticent.phrase import Phrase
from reticent.privacy import c_sanitized
from reticent.privacy.c_sanitized import Parameters
from reticent.report.certificate import finite


@dataclass(frozen=True, slots=True)
class Told:
    """What a term tells of one entity."""

    entity: Entity
    judgement: Judgement
    threshold: float
    sensitive: bool

    @property
    def risk(self) -> float:
        return self.judgement.pmi / self.entity.ic if self.entity.ic else float("inf")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A term, what it tells of every protected entity, and what could stand in its place."""

    phrase: Phrase
    count: float
    ic: float
    told: tuple[Told, ...]
    generalisations: tuple[tuple[Generalisation, tuple[Told, ...]], ...]


def explain(
    terms: Sequence[str],
    entities: Sequence[Entity],
    knowledge: Knowledge,
    information: CountedInformation,
    parameters: Parameters,
    *,
    taxonomic: bool = True,
) -> list[Explanation]:
    found = []
    for text in terms:
        phrase = Phrase.of(text, information.two_faced)
        above = generalisations(knowledge, phrase, taxonomic=taxonomic)
        (count,) = information.count([[(phrase,)]])
        (ic,) = information.ics([(phrase,)])
        higher = tuple((g, _told(_phrase(g), entities, information, parameters)) for g in above)
        own = _told(phrase, entities, information, parameters)
        found.append(Explanation(phrase, count, ic, own, higher))
    return found


def _phrase(generalisation: Generalisation) -> Phrase:
    return generalisation.concept.phrases[0]


def _told(
    phrase: Phrase,
    entities: Sequence[Entity],
    information: CountedInformation,
    parameters: Parameters,
) -> tuple[Told, ...]:
    told = []
    for entity in entities:
        (judgement,) = information.judge(entity, [(phrase,)])
        alpha = parameters.alpha_for(entity)
        sensitive = c_sanitized.reaches(judgement, entity, alpha)
        if judgement.unknown:
            sensitive = sensitive or parameters.unknown != "keep"
        told.append(Told(entity, judgement, c_sanitized.threshold(entity, alpha), sensitive))
    return tuple(told)


def to_json(explanations: Sequence[Explanation]) -> dict[str, Any]:
    return {
        "schema": "reticent.explanation/1",
        "terms": [
            {
                "phrase": str(each.phrase),
                "count": each.count,
                "ic": finite(each.ic),
                "entities": [_told_json(told) for told in each.told],
                "generalizations": [
                    {
                        "phrase": str(_phrase(above)),
                        "taxonomy": above.concept.taxonomy,
                        "concept": str(above.concept),
                        "count": above.count,
                        "ic": finite(above.ic),
                        "entities": [_told_json(one) for one in told],
                    }
                    for above, told in each.generalisations
                ],
            }
            for each in explanations
        ],
    }


def _told_json(told: Told) -> dict[str, Any]:
    judgement = told.judgement
    return {
        "entity": told.entity.label,
        "joint": judgement.j,
        "pmi": finite(judgement.pmi),
        "risk": finite(told.risk),
        "threshold": finite(told.threshold),
        "sensitive": told.sensitive,
        "evidence": str(judgement.evidence),
        "probability": judgement.probability,
        "decided_by": [str(phrase) for phrase in judgement.decided_by],
        "unknown": list(judgement.unknown),
    }


def to_text(each: Explanation, size: float) -> str:
    lines = [line for told in each.told for line in _told_lines(each, told, size)]
    if each.generalisations:
        lines.append("  more general, most specific first:")
    for above, told in each.generalisations:
        verdict = "; ".join(f"{one.entity.label}: risk {one.risk:.2f}" for one in told)
        lines.append(
            f"    {above.concept.label} ({above.concept.taxonomy}): in {above.count:,} of "
            f"{size:,} units, IC {above.ic:.2f}; {verdict}"
        )
    return "\n".join(lines)


def _told_lines(each: Explanation, told: Told, size: float) -> list[str]:
    judgement, entity = told.judgement, told.entity
    limit = entity.probability ** (1 - told.threshold / entity.ic) if entity.ic else 1.0
    verdict = "discloses" if told.sensitive else "does not disclose"
    lines = [f"{each.phrase}: {verdict} {entity.label}"]
    if judgement.unknown:
        lines.append(
            f"  no corpus knows {', '.join(map(repr, judgement.unknown))}: nothing clears it"
        )
    lines += [
        f"  {judgement.j:,} of the {judgement.n:,} units that hold it speak of {entity.label}; as "
        f"estimated {judgement.probability:.2%} of such units do, the limit is {limit:.2%}",
        f"  evidence: {judgement.evidence}, decided by "
        + " AND ".join(repr(str(phrase)) for phrase in judgement.decided_by),
        f"  IC({each.phrase}) = {each.ic:.2f}, IC({entity.label}) = {entity.ic:.2f} "
        f"({entity.count:,} of {size:,} units, forms: {', '.join(map(str, entity.forms))})",
        f"  PMI = log2({judgement.probability:.4g} / {entity.probability:.4g}) = "
        f"{judgement.pmi:.2f}, threshold {told.threshold:.2f}, risk {told.risk:.2f}",
    ]
    return lines
