"""What a report does unless it is asked otherwise: the arguments of report() in their order, with their defaults."""

DEFAULTS = {
    "algorithms": ("k-means", "ward", "average"),
    "ks": None,
    "columns": None,
    "classes": None,
    "labels": None,
    "noise": None,
    "scaling": "within",
    "metric": "euclidean",
    "references": ("box", "radial"),
    "n_references": None,
    "significance_level": 0.05,
    "missing": "drop",
}
