"""The linguistic model is loaded once for all tests of this folder."""

from __future__ import annotations

import pytest

from reticent.terms import linguistics


@pytest.fixture(scope="session")
def model() -> linguistics.SpacyModel:
    return linguistics.load()
