"""Confirm certificates: `python -m planclaims.suites.longhorizon.travel.certify FOLDER…`."""

from __future__ import annotations

import sys

from planclaims.suites.longhorizon.confirming import confirm
from planclaims.suites.longhorizon.travel.certify.checking import certificate_faults

if __name__ == "__main__":
    sys.exit(confirm("travel", certificate_faults))
