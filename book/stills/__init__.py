"""What stands in the book for a demo where no script runs: pictures of some, found by the names of the demos' files."""
