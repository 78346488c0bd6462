"""The name of the shell, for packages that only import it."""

from live_cells import Shell as InteractiveShell

__all__ = ["InteractiveShell"]
