"""Entry point of the frozen program."""

import sys

from app.main import main

sys.exit(main(sys.argv[1:]))
