"""Functions for the reader to write, each with its cases and with functions that make a foreseen mistake.

References and mistakes are in plain Python: what they do can be read by who has met them as a reader.
"""
