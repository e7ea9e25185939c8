"""Other programs measured on the same texts. `adapter.py` is run by their own interpreter, never imported by ours."""
