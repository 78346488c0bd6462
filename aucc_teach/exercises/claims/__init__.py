"""Claims of the book, false and true ones, each with a checker that counts by definition."""
