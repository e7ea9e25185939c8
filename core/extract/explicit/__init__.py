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
from core.extract.pattern_needs import Gate


def build(taxonomy: Taxonomy, root: Path, gate: Gate | None = None) -> tuple[Recognizer, ...]:
    """The recognisers of explicit identifiers, reading their data below `root`. `gate`: shared with other recognisers.

    Raises ResourceError when a table or a lexicon is missing or malformed.
    """
    gate = gate or Gate()
    return (
        TableRecognizer(taxonomy, root, gate),
        PhoneRecognizer(root, gate),
        SpelledDigits(root, gate),
        EmailRecognizer(gate),
        LinkRecognizer(root, gate),
        IpRecognizer(root, gate),
        HandleRecognizer(root),
        ChineseNames(root, gate),
        LatinNames(root, gate),
        LatinAddresses(root, gate),
        ChineseAddresses(root, gate),
    )
