"""A scriptable cloud on loopback: OpenAI-compatible chat and Anthropic messages, with every fault a wire can have.

    with ScriptedServer(replies.echo()) as server:
        ...                      # base URL: server.url
        server.received[0].user  # the user message as it arrived
        server.wire              # every byte of every connection

A script is a sequence of replies, one per request; the last one repeats. A reply is a function from the
received request to an iterable of steps (`Send`, `Pause`, `Hold`, `Stall`, `Cut`, `End`).
"""

from __future__ import annotations

from servers import mangling, replies
from servers.received import Dialect, Received
from servers.wire import Cut, End, Hold, Pause, Reply, ScriptedServer, Send, Stall, Step

__all__ = [
    "Cut",
    "Dialect",
    "End",
    "Hold",
    "Pause",
    "Received",
    "Reply",
    "ScriptedServer",
    "Send",
    "Stall",
    "Step",
    "mangling",
    "replies",
]
