"""The name of what captures output, for packages that only import it."""

from contextlib import nullcontext as capture_output

__all__ = ["capture_output"]
