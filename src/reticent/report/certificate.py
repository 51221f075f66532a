"""The certificate: what was protected, by which model and knowledge, and what holds.

It names the protected entities, so it belongs to the releaser and not into the release. The input
is bound by an HMAC under a random nonce: a plain hash of the input would be an oracle for guessing
what was removed. All but the nonce and what follows from it is deterministic.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import reticent
from reticent.document import Document
from reticent.errors import Disclosure, UsageError
from reticent.knowledge import Knowledge
from reticent.knowledge.counted import as_number
from reticent.knowledge.information import Entity
from reticent.planning.plan import Plan
from reticent.privacy import c_sanitized
from reticent.privacy.risk import Risk
from reticent.request import Request

if TYPE_CHECKING:
    from reticent.release import Reading

SCHEMA = "reticent.certificate/1"
EXAMINED = "every single term"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What can be checked again later, from the output and this alone."""

    content: Mapping[str, Any]

    def to_json(self) -> str:
        return json.dumps(self.content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """The certificate in a text, refused when it is none or was changed by accident."""
        try:
            content = json.loads(text, object_pairs_hook=_no_duplicates)
            whole = isinstance(content, dict) and content.get("schema") == SCHEMA
        except (ValueError, RecursionError):
            whole = False
        if not whole:
            raise UsageError(f"this is no certificate of the form {SCHEMA}")
        if content.get("checksum") != _checksum(content):
            raise Disclosure("the certificate was changed: its checksum does not fit")
        if content.keys() != FIELDS or not _is_nonce(content["nonce"]):
            raise Disclosure(f"the certificate has not the fields of {SCHEMA}")
        return cls(content)


def certify(
    claimed: Mapping[str, Any], *, original: Document, plan: Plan, markers: int, utility: float
) -> Certificate:
    """The claims, and what only the releaser can say."""
    nonce = secrets.token_hex(32)
    content = {
        **claimed,
        "software": f"reticent {reticent.__version__}",
        "input_hmac": input_hmac(original.text, nonce),
        "nonce": nonce,
        "actions": {"generalize": 0, "redact": len(plan.redacted()), "markers": markers},
        "utility": round(utility, 4),
    }
    return Certificate(content | {"checksum": _checksum(content)})


def claims(
    released: Document,
    request: Request,
    knowledge: Knowledge,
    linguistics: str,
    entities: Sequence[Entity],
    reading: Reading,
) -> dict[str, Any]:
    """Everything in a certificate that can be made again from the output: `verify` does so."""
    risks = reading.risks
    alphas = {e.label: str(request.parameters.alpha_for(e)) for e in entities}
    return {
        "schema": SCHEMA,
        "model": c_sanitized.NAME,
        "parameters": request.resolved() | {"alpha": alphas},
        "knowledge": knowledge_of(knowledge),
        "taxonomies": taxonomies_of(knowledge),
        "linguistic_model": linguistics,
        "output": digest(released.text),
        "protected": [protected_of(entity, request, risks) for entity in entities],
        "examined": EXAMINED,
        "terms": len({risk.terms for risk in risks}),
        "thin_evidence": len({risk.terms for risk in risks if risk.thin}),
        "unknown_kept": len({risk.terms for risk in risks if risk.unknown}),
        "words_of_names": len(reading.strangers),
        "exceptions": [],
        "asserts": ASSERTS,
    }


FIELDS = frozenset(
    "schema model parameters knowledge taxonomies linguistic_model output protected examined terms "
    "thin_evidence unknown_kept words_of_names exceptions asserts software input_hmac nonce "
    "actions utility checksum".split()
)

ASSERTS = (
    "Every single term of the released text was examined. Under the knowledge named here by its "
    "fingerprints none of them raises the probability of a protected entity to the threshold; "
    "terms with words that this knowledge does not hold were treated as `unknown` says "
    "(`unknown_kept` counts those that stay), words of persons' names (`words_of_names`) as "
    "harmless. No form of a protected entity is left. What several terms tell together was not "
    "examined, nor what a reader knows beyond that knowledge."
)


def knowledge_of(knowledge: Knowledge) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "size": each.size,
            "weight": as_number(each.weight),
            "fingerprint": each.fingerprint,
        }
        for each in knowledge.corpora
    ]


def taxonomies_of(knowledge: Knowledge) -> list[dict[str, str]]:
    return [
        {"name": each.name, "fingerprint": each.fingerprint}
        for each in knowledge.taxonomies.members
    ]


def protected_of(entity: Entity, request: Request, risks: Sequence[Risk]) -> dict[str, Any]:
    nearest = c_sanitized.tightest(risks, entity)
    alpha = request.parameters.alpha_for(entity)
    return {
        "entity": entity.label,
        "forms": [str(form) for form in entity.forms],
        "count": entity.count,
        "counted_by_words": bool(entity.words),
        "ic": finite(entity.ic),
        "threshold": finite(c_sanitized.threshold(entity, alpha)),
        "tightest": finite(nearest.value) if nearest else None,
    }


def digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def input_hmac(text: str, nonce: str) -> str:
    code = hmac.new(bytes.fromhex(nonce), text.encode("utf-8"), hashlib.sha256)
    return "hmac-sha256:" + code.hexdigest()


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _is_nonce(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def finite(value: float) -> float | None:
    """A number as JSON has it; infinities are null."""
    return round(value, 6) if math.isfinite(value) else None


def _checksum(content: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in content.items() if key != "checksum"}
    canonical = json.dumps(rest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def read(path: Path) -> Certificate:
    try:
        return Certificate.from_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"the certificate {path} cannot be read") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
