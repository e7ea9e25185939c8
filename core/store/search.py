"""Full-text search inside the encrypted file, for text with and without spaces between words.

The index holds every run of three characters, so that 张三丰 is found inside 患者张三丰电话. Words of one or two
characters have no entry there; they are looked for in the texts themselves, newest conversation first.
"""

from __future__ import annotations

import re
import unicodedata

from core.store.audit import stamp
from core.store.encrypted_connection import Connection, Rows
from core.store.records import HistoryFilter, Part

SHORTEST_INDEXED = 3
"""Code points below which the index knows nothing."""
LONGEST_QUERY = 200
MOST_WORDS = 8
SNIPPET_BEFORE = 24
SNIPPET_LENGTH = 96
_SPACE = re.compile(r"\s+")
_LIKE = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})


def folded(text: str) -> str:
    """Text as it is searched: width and compatibility forms folded, line ends and runs of space one space."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def put_text(connection: Connection, conversation_id: str, part: Part, source: str, text: str) -> None:
    """Make `text` findable, in place of what stood there before. Inside the caller's transaction."""
    wanted = folded(text)
    place = (conversation_id, part.value, source)
    known = connection.execute(
        "SELECT id, text FROM search_text WHERE conversation_id = ? AND part = ? AND source = ?", place
    ).fetchone()
    if known is not None and known[1] == wanted:
        return
    if known is not None:
        connection.execute("DELETE FROM search_text WHERE id = ?", (known[0],))
    if wanted:
        added = connection.execute("INSERT INTO search_text VALUES (NULL, ?, ?, ?, ?)", (*place, wanted))
        connection.execute("INSERT INTO search(rowid, text) VALUES (?, ?)", (added.lastrowid, wanted))


def words_of(query: str) -> tuple[str, ...]:
    """What to look for: quoted phrases whole, other words one by one; every one must be found."""
    found = re.findall(r'"([^"]+)"|(\S+)', folded(query[:LONGEST_QUERY]))
    words = (phrase or word.replace('"', "") for phrase, word in found)
    return tuple(dict.fromkeys(word for word in words if word))[:MOST_WORDS]


def matching(connection: Connection, words: tuple[str, ...], chosen: HistoryFilter, limit: int) -> Rows:
    """(conversation id, part, text) of the newest conversations with one text in which all `words` stand."""
    indexed = [word for word in words if len(word) >= SHORTEST_INDEXED]
    short = [word for word in words if len(word) < SHORTEST_INDEXED]
    where: list[str] = []
    parameters: list[object] = []
    if indexed:
        where.append("t.id IN (SELECT rowid FROM search WHERE search MATCH ?)")
        parameters.append(" AND ".join('"' + word.replace('"', '""') + '"' for word in indexed))
    for word in short:
        where.append("t.text LIKE ? ESCAPE '\\'")
        parameters.append(f"%{word.translate(_LIKE)}%")
    conditions, values = conditions_of(chosen)
    # One text per conversation: the lowest row, which is the oldest of its texts.
    statement = f"""
        SELECT c.id, t.part, t.text FROM conversation c JOIN search_text t ON t.id =
            (SELECT min(t.id) FROM search_text t WHERE t.conversation_id = c.id AND {" AND ".join(where)})
        {"WHERE " + conditions if conditions else ""} ORDER BY c.updated_at DESC, c.id LIMIT ?"""  # noqa: S608 - ours
    found: Rows = connection.execute(statement, (*parameters, *values, limit)).fetchall()
    return found


def conditions_of(chosen: HistoryFilter) -> tuple[str, list[object]]:
    """A filter as SQL over `conversation c`, and its values."""
    pairs: list[tuple[str, object]] = []
    for column, value in (("language", chosen.language), ("domain", chosen.domain), ("verdict", chosen.verdict)):
        if value is not None:
            pairs.append((f"c.{column} = ?", value.value))
    if chosen.since is not None:
        pairs.append(("c.updated_at >= ?", stamp(chosen.since)))
    if chosen.until is not None:
        pairs.append(("c.updated_at < ?", stamp(chosen.until)))
    return " AND ".join(part for part, _ in pairs), [value for _, value in pairs]


def excerpt(text: str, words: tuple[str, ...]) -> tuple[str, int, int]:
    """A stretch of `text` around the first of `words`, and where that word stands in it."""
    lowered = text.casefold()
    # Case folding can change lengths (ß); positions are then only good enough to choose the stretch.
    places = sorted((lowered.find(word.casefold()), len(word)) for word in words)
    place, length = next((item for item in places if item[0] >= 0), (0, 0))
    begin = max(0, place - SNIPPET_BEFORE)
    shown = text[begin : begin + SNIPPET_LENGTH]
    start = place - begin
    if not length or len(lowered) != len(text) or start + length > len(shown):
        return shown, -1, -1
    return shown, start, start + length
