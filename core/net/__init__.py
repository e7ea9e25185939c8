"""The network: addresses, one HTTP client, event streams, and one adapter per kind of destination.

Only `core.net.http` imports the HTTP library; only the gateway in `core.release` hands bytes to this room.
"""
