"""What a report answers about kinds of tables whose number of clusters is known, from the table to the headline."""

import numpy as np
import pytest
from sklearn.datasets import make_circles, make_moons
from test_gaps import ellipses
from test_modes import clouds

import aucc_report
import aucc_teach as at
from aucc_report import Headline, Why
from aucc_report._page import page_of


def ask(X):
    return aucc_report.report(X, rng=0, progress=False)


def in_whole_numbers(rng):
    """Two groups in a column of whole numbers, beside two columns of noise."""
    whole = np.r_[rng.integers(20, 24, 75), rng.integers(40, 44, 75)]
    return np.column_stack([whole, rng.normal(size=(150, 2))])


def circles(n):
    return lambda rng: make_circles(n, factor=0.4, noise=0.05, random_state=1)[0]


#: A ring or a moon may be left open, which makes the number the least one.
BENT = (Headline.CLUSTERS, Headline.AT_LEAST)
#: For each kind a table, the number of clusters or the least number, and the headlines that are right.
KINDS = {
    "circles of 400 rows": (circles(400), 2, BENT),
    "circles of 1000 rows": (circles(1000), 2, BENT),
    "circles of 2000 rows": (circles(2000), 2, BENT),
    "moons": (lambda rng: make_moons(1000, noise=0.06, random_state=1)[0], 2, BENT),
    "blobs": (lambda rng: clouds(rng, (0, 0), (8, 0), (0, 8), size=100), 3, (Headline.CLUSTERS,)),
    "long oblique clusters": (lambda rng: ellipses(rng, size=100), 2, (Headline.CLUSTERS,)),
    "groups in whole numbers": (in_whole_numbers, 2, (Headline.CLUSTERS,)),
    "one cloud": (lambda rng: rng.normal(size=(300, 3)), None, (Headline.NOTHING,)),
    "heights in whole inches": (
        lambda rng: rng.normal(67, 2.8, (1050, 1)).round(),
        None,
        (Headline.SOMETHING, Headline.NOTHING),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_table_has_its_answer(kind):
    draw, k, headlines = KINDS[kind]
    found = ask(draw(np.random.default_rng(1)))
    assert (found.n_clusters or found.at_least) == k
    assert found.headline.code in headlines


@pytest.mark.slow
def test_rows_outside_of_the_sample_go_to_the_ring_that_they_are_in():
    points, ring = make_circles(4000, factor=0.4, noise=0.05, random_state=3)
    found = ask(points)
    assert (found.n_clusters, found.candidate, found.shape) == (2, ("gaps", 2), "connected")
    assert found.headline_reason.code == Why.GAPS_ALONE
    assert found.clusters["Jaccard"].min() > 0.9
    outside = ~found.rows["used"].to_numpy()
    assert found.rows["assigned by"].value_counts().to_dict() == {"clustering": 500, "nearest row": 3500}
    assert at.adjusted_rand_score(found.labels().to_numpy(int)[outside], ring[outside]) > 0.9
    assert found.labels().attrs == {"assigned by": "nearest row", "right": found.rows["right"].max()}
    assert "of the nearest row that was clustered" in page_of(found)
    assert "nearest row that was clustered" in " ".join(repr(found).split())
