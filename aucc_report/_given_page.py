"""The tables of the section on labels that were given."""

import numpy as np
import pandas as pd

from aucc_report._rows import free_names
from aucc_report._words import number, plus_minus

N_WORST = 10  # rows and pairs of clusters that are shown
_DIGITS = {"VRC": 1}
_NONE = "\N{EN DASH}"


def tables_of_given(given):
    """What the section shows, for its template."""
    heads = [name if name.startswith("p, ") else f"{name}, mean" for name in given.scores][1:]
    scores = {
        criterion: [_score(of[name], 3 if name.startswith("p, ") else _DIGITS.get(criterion, 3)) for name in of.index]
        for criterion, of in given.scores.iterrows()
    }
    clusters = given.clusters
    jaccard = [
        _NONE if np.isnan(mean) else plus_minus(mean, error)
        for mean, error in zip(clusters["Jaccard"], clusters["± Jaccard"], strict=True)
    ]
    shown = pd.DataFrame(
        {
            "rows": clusters["rows"],
            "fit elsewhere": clusters["fit elsewhere"],
            "neighbours inside": [f"{proportion:.0%}" for proportion in clusters["neighbours inside"]],
            "largest valley": [_ratio(valley) for valley in clusters["valley"]],
            "Jaccard coefficient": jaccard,
        },
        clusters.index,
    )
    pairs = given.valleys.head(N_WORST)
    objects = given.objects.sort_values("silhouette", kind="stable").head(N_WORST)
    objects = objects.rename_axis(free_names(objects.index.names, objects.columns, "row"))
    table = given.table
    if table is not None:
        table = table.rename(columns=lambda cluster: f"cluster {cluster}").rename_axis(columns=None)
        table.index = [f"{label} (noise)" if label == given.noise and given.n_noise else label for label in table.index]
        table = table.rename_axis("your label")
    return {
        "scores": pd.DataFrame(scores, pd.Index(["your labels", *heads], name="")),
        "clusters": shown,
        "pairs": pd.DataFrame(
            {
                "valley": [_ratio(valley) for valley in pairs["valley"]],
                "on the wrong side": [f"{proportion:.0%}" for proportion in pairs["wrong side"]],
            },
            pd.Index([f"{one} and {other}" for one, other in pairs[["one", "other"]].to_numpy()], name="clusters"),
        ),
        "n_pairs": len(given.valleys),
        "objects": objects,
        "table": table,
    }


def _score(value, digits):
    return _NONE if np.isnan(value) else number(value, digits)


def _ratio(valley):
    return f"{valley:.2f}" if np.isfinite(valley) else "no line"
