"""Worked cases as data: `mjcore.check.run(path)` runs a file of them and reports every difference.

For people who keep house rules or run tournaments: state hands with the fans, totals and payments they must
give (the schemas are in `docs/cases.md`), and let mjcore confirm them. What is not understood fails.
"""

from __future__ import annotations

from mjcore.check.report import Difference, Report, Result
from mjcore.check.runner import run, run_data, run_text

__all__ = ["Difference", "Report", "Result", "run", "run_data", "run_text"]
