"""What a report does unless it is asked otherwise: the arguments of report() in their order, with their defaults."""

DEFAULTS = {
    "algorithms": ("k-means", "ward"),
    "ks": None,
    "columns": None,
    "classes": None,
    "labels": None,
    "noise": None,
    "transform": "none",
    "scaling": "within",
    "metric": "euclidean",
    "references": ("box", "normal"),
    "n_references": 39,
    "significance_level": 0.05,
    "missing": "drop",
}
