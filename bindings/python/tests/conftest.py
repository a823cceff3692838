from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "corpus" / "pages"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The recorded pages of the repository, a folder each."""
    assert CORPUS.is_dir()
    return CORPUS
