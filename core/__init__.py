"""The DR-SL engine: extraction, dehydration, verification, loop, release and restoration.

Imports no Qt and nothing of `app` or `ui`; runs and is tested without PySide6.
"""
