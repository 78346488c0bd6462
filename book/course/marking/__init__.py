"""Marking a class: reading what was handed in, judging it anew, and saying what the class has understood."""
