"""What is to be protected and how: everything that a certificate must name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reticent.errors import UsageError
from reticent.knowledge.counted import Estimator
from reticent.privacy.c_sanitized import Parameters

MARKER = "[redacted]"
MODELS = ("c-sanitized",)
MODES = ("redact",)
FLOOR = 5


@dataclass(frozen=True, slots=True)
class Request:
    """A request that can be carried out; `of` makes one of what a person says."""

    protect: tuple[str, ...]
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    model: str = "c-sanitized"
    mode: str = "redact"
    parameters: Parameters = field(default_factory=Parameters)
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
        _texts([self.marker], "the marker")
        if not self.marker.strip():
            raise UsageError("the marker must show that something was taken out: give it a text")

    @classmethod
    def of(
        cls,
        protect: Sequence[str],
        form: Mapping[str, Sequence[str]] | None = None,
        *,
        model: str = "c-sanitized",
        mode: str = "redact",
        alpha: str | float | Fraction = "auto",
        unknown: str | None = None,
        estimator: str | None = None,
        floor: int | None = None,
        backoff: bool | None = None,
        plain: bool = False,
        marker: str = MARKER,
    ) -> Request:
        """The request with every default filled in. What is given beside `plain` still wins."""
        return cls(
            tuple(_texts(protect, "protect")),
            {name: tuple(_texts(forms, "form")) for name, forms in (form or {}).items()},
            model,
            mode,
            Parameters(alpha_of(alpha), unknown or ("keep" if plain else "redact")),
            estimator_of(estimator, floor, backoff, plain),
            marker,
            not plain,
        )

    def resolved(self) -> dict[str, Any]:
        """Enough to make the same request again: `from_resolved` does."""
        alpha = self.parameters.alpha
        return {
            "protect": list(self.protect),
            "form": {entity: list(forms) for entity, forms in sorted(self.form.items())},
            "alpha_given": "auto" if alpha is None else str(alpha),
            "mode": self.mode,
            "marker": self.marker,
            "unknown": self.parameters.unknown,
            "synonyms": self.synonyms,
            "estimator": self.estimator.kind,
            "floor": self.estimator.floor,
            "backoff": self.estimator.backoff,
        }

    @classmethod
    def from_resolved(cls, given: Mapping[str, Any]) -> Request:
        try:
            return cls(
                protect=tuple(_texts(given["protect"], "protect")),
                form={name: tuple(_texts(f, "form")) for name, f in given["form"].items()},
                mode=given["mode"],
                parameters=Parameters(alpha_of(given["alpha_given"]), given["unknown"]),
                estimator=Estimator(given["estimator"], given["floor"], given["backoff"]),
                marker=given["marker"],
                synonyms=given["synonyms"],
            )
        except (KeyError, TypeError, AttributeError):
            raise UsageError("the certificate's parameters are incomplete") from None


def _texts(given: Sequence[str], what: str) -> Sequence[str]:
    """A text alone would be taken for a list of letters."""
    if isinstance(given, str) or not all(isinstance(each, str) for each in given):
        raise UsageError(f"{what} must be a list of texts")
    if any("\ud800" <= character <= "\udfff" for each in given for character in each):
        raise UsageError(f"{what} holds halves of characters: it was not decoded rightly")
    return given


def alpha_of(given: str | float | Fraction) -> Fraction | None:
    """alpha exactly as it was written; None for `auto`."""
    if given == "auto":
        return None
    try:
        return Fraction(str(given))
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"alpha must be a number of 1 or more, or auto, not {given!r}") from None


def estimator_of(
    kind: str | None, floor: int | None, backoff: bool | None, plain: bool
) -> Estimator:
    """The estimator asked for; `plain` is the papers': mle, floor 1, no back-off."""
    return Estimator(
        kind or ("mle" if plain else "hierarchical"),
        floor if floor is not None else (1 if plain else FLOOR),
        backoff if backoff is not None else not plain,
    )
