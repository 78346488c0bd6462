"""The questions of each chapter, computed: a module for a chapter, `EXERCISES` for its labels."""
