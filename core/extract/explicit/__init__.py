"""Explicit identifiers: what points to one person or account by itself."""

from __future__ import annotations

from pathlib import Path

from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Recognizer
from core.extract.explicit.addresses_latin import LatinAddresses
from core.extract.explicit.addresses_zh import ChineseAddresses
from core.extract.explicit.names_latin import LatinNames
from core.extract.explicit.names_zh import ChineseNames
from core.extract.explicit.online import EmailRecognizer, HandleRecognizer, IpRecognizer, LinkRecognizer
from core.extract.explicit.phones import PhoneRecognizer
from core.extract.explicit.spelled import SpelledDigits
from core.extract.explicit.tables import TableRecognizer


def build(taxonomy: Taxonomy, root: Path) -> tuple[Recognizer, ...]:
    """The recognisers of explicit identifiers, reading their data below `root`.

    Raises ResourceError when a table or a lexicon is missing or malformed.
    """
    return (
        TableRecognizer(taxonomy, root),
        PhoneRecognizer(root),
        SpelledDigits(root),
        EmailRecognizer(),
        LinkRecognizer(root),
        IpRecognizer(root),
        HandleRecognizer(root),
        ChineseNames(root),
        LatinNames(root),
        LatinAddresses(root),
        ChineseAddresses(root),
    )
