"""Figures as in a notebook, in the page."""
