"""A report on a table: what was clustered, what stands out, and what counts against it.

From room to room: a table is read (`_reading`, `_formats`, `dialect`) and taken in (`intake`). Gaps and peaks are
looked for (`_gaps`, `_peaks`), the rule finds (`rule`), and doubts are gathered (`_doubts`). Both get their words
(`_words`) and stand on a page (`_page`). `_settings` holds what the command (`__main__`) and the page *Judge your
table* (`_judge_page`) ask for; `lab` puts controls in front of one clustering.

The mathematics is that of `aucc_teach`, which knows nothing of the report.
"""

from pathlib import Path

from aucc_teach._lazy import attach, places_of

__getattr__, __dir__, __all__ = attach(__name__, places_of(Path(__file__).with_suffix(".pyi")))
