"""The network: addresses, one HTTP client, event streams, and one adapter per kind of destination.

Only `core.net.http` (destinations) and `core.net.loopback` (model servers on this machine) import the HTTP library;
only the gateway in `core.release` hands bytes to the first, only `core.llm` speaks through the second.
"""
