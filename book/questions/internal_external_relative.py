"""Questions of the chapter *Internal, external, relative*."""

from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import linkage
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from aucc_teach import agreement, datasets, pairs, partitions
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises import Break, Choice, Number, Open

from ._claims import CLUSTERS, POINTS
from ._studies import studies

OF_THE_PAPER = studies.benchmark.CRITERIA

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
_RULER = np.array([[0], [1], [4], [6]])
_CROSSED = [0, 1, 0, 1]


def _on_the_ruler(name, labels):
    """A criterion as a fraction: on the ruler they have small denominators."""
    return Fraction(CRITERIA[name].function(_RULER, labels)).limit_denominator(1000)


_DISTANCES = np.abs(_RULER - _RULER.T)[np.triu_indices(4, 1)]
_TOGETHER = pairs.co_membership(_CROSSED)
_WITHIN, _BETWEEN = _DISTANCES[_TOGETHER], _DISTANCES[~_TOGETHER]
_AUCC, _DUNN = (_on_the_ruler(name, _CROSSED) for name in ("aucc_score", "dunn_score"))

# ---- the silhouette of d

_FIGURE3 = datasets.load_figure3().points
_ABC, _D, _EFG = [0, 1, 2], 3, [4, 5, 6]
_TO_ABC, _TO_EFG = (float(np.linalg.norm(_FIGURE3[group] - _FIGURE3[_D], axis=1).mean()) for group in (_ABC, _EFG))
_WIDTH = (_TO_ABC - _TO_EFG) / max(_TO_ABC, _TO_EFG)

# ---- before the results in the text

_CANDIDATES = {"abcd | efg": [0, 0, 0, 0, 1, 1, 1], "abc | defg": [0, 0, 0, 1, 1, 1, 1]}
_CANDIDATES |= {"abc | d | efg": [0, 0, 0, 1, 2, 2, 2]}
_BY_CANDIDATE = {name: float(CRITERIA["aucc_score"].function(_FIGURE3, labels)) for name, labels in _CANDIDATES.items()}


def _votes_for_the_species():
    """How many of the 29 choose the candidate that is nearest to the species of the penguins."""
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    birds = datasets.load_penguins().dropna(subset=sizes)
    points = StandardScaler().fit_transform(birds[sizes])
    tree = partitions.linkage_cuts(linkage(points, "average"))
    found = [KMeans(k, n_init=10, random_state=0).fit_predict(points) for k in range(2, 13)]
    found += [tree[k - 1] for k in range(2, 13)]
    ari = [agreement.adjusted_rand_score(birds["Species"].to_numpy(), labels) for labels in found]
    nearest = int(np.argmax(ari))
    scores = CriteriaScorer(points).score_many(found, OF_THE_PAPER)
    signs = {name: 1 if CRITERIA[name].higher_is_better else -1 for name in OF_THE_PAPER}
    return sum(int(np.argmax(signs[name] * values)) == nearest for name, values in scores.items())


# ---- claims


_SILHOUETTE_MEAN = Break(
    "silhouette-mean",
    "If the mean silhouette is 1/2 or more, no silhouette is negative.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "low": "The mean silhouette is {mean}, which is below 1/2, so the claim isn't about this clustering.",
        "holds": "The mean is {mean} and the lowest silhouette is {lowest}. Put one point into the wrong cluster, "
        "among many in the right one.",
        "broken": "The mean is {mean}, but the point at {point} has silhouette {lowest}, because on average it is "
        "closer to another cluster.",
    },
    (
        (
            "A high mean needs each point to be well placed.",
            "Many high values can make up for a low one. Try many good points and a bad one.",
        ),
        (
            "A point that is closer to another cluster would have been put there.",
            "An algorithm might have put it there. But a criterion judges whatever labels it gets, so give it bad "
            "ones.",
        ),
        (
            "Silhouettes lie between 0 and 1.",
            "They lie between \N{MINUS SIGN}1 and 1. Look for a point that's closer to another cluster.",
        ),
    ),
)


EXERCISES = {
    "ex-cards-questions": (
        Choice(
            "(a) The wards",
            {
                "external": "The wards are labels that came from elsewhere.",
                "internal": "An internal result uses only the data and the clusters. Are the wards among the data that "
                "were clustered?",
                "relative": "For that you'd need a second candidate. What are the clusters compared with here?",
            },
            "external",
            name="kind-of-a",
        ),
        Choice(
            "(b) Four and three clusters",
            {
                "external": "There are no reference labels in this sentence. Three and four are both proposals.",
                "internal": "The silhouette looks only at the data, that's true. What is it used for here?",
                "relative": "Two candidates get the same score, and the scores are compared.",
            },
            "relative",
            name="kind-of-b",
        ),
        Choice(
            "(c) The shuffles",
            {
                "external": "Shuffled labels say nothing about the objects, so they can't be reference labels. What do "
                "they stand for?",
                "internal": "The clusters are compared with random labels.",
                "relative": "Nobody proposes the shuffled labels as clusters. What do they stand for?",
            },
            "internal",
            name="kind-of-c",
        ),
        Choice(
            "(d) The species",
            {
                "external": "The species were known beforehand, and the clusters are compared with them.",
                "internal": "The method didn't see the species, so they aren't part of the data. What are they, then?",
                "relative": "There's only one clustering here. What is it compared with?",
            },
            "external",
            name="kind-of-d",
        ),
    ),
    "ex-cards-words": (
        Choice(
            "(a) The wards",
            {
                "0": "The 0 is what was computed. Look at what comes after *so*.",
                "clusters": "They did find clusters, whatever these are worth. Look at what comes after *so*.",
                "wrong": "All we've seen is that they aren't the wards. Patients can be grouped by other things.",
            },
            "wrong",
            name="word-of-a",
        ),
        Choice(
            "(b) Four and three clusters",
            {
                "higher": "That it's higher is what was seen. Look at what comes after *so*.",
                "there are": "Four beats three, and that's all we know. Some candidate always comes first.",
                "three": "Three was one of the two candidates, so it may well be mentioned. Look at the conclusion.",
            },
            "there are",
            name="word-of-b",
        ),
        Choice(
            "(c) The shuffles",
            {
                "none": "That none of them reached it is what was counted. Look at what comes after *so*.",
                "exist": "Clusters that were made by looking at the data beat random labels nearly always, even where "
                "the data have no clusters.",
                "our": "It's fine to say whose score it is. Look at what comes after *so*.",
            },
            "exist",
            name="word-of-c",
        ),
        Choice(
            "(d) The species",
            {
                "three": "The species can be counted, so *three* is safe. Look at the end of the sentence.",
                "are": "That's what was seen on these data. Look at the end of the sentence.",
                "works": "It worked on these data, judged by these labels. *Works* is about the next data set.",
            },
            "works",
            name="word-of-d",
        ),
    ),
    "ex-cards-wrong": (
        Number(
            "AUCC:",
            _AUCC,
            tempting=((1 - _AUCC, "That's the proportion that goes wrong. How many come out right?"),),
            hint="Write down the distances of the two within pairs and of the four between pairs, and compare each "
            "within distance with each between distance.",
            outcome="Both within pairs are closer than the pair at distance 6, but closer than no other between pair.",
            name="aucc",
        ),
        Number(
            "Dunn's index:",
            _DUNN,
            tempting=(
                (1 / _DUNN, "These are the right two distances, upside down. The gap goes on top."),
                (
                    Fraction(int(min(_BETWEEN)), int(min(_WITHIN))),
                    "The gap is right. For the diameter take the *wider* of the two clusters.",
                ),
            ),
            hint="Divide the smallest between distance by the largest within distance.",
            outcome="It's low because *a* and *b* are close together but in different clusters.",
            name="dunn-11",
        ),
    ),
    "ex-cards-house": (
        Number(
            "Silhouette of *d* in *defg*:",
            _WIDTH,
            tempting=(
                (-_WIDTH, "That's the silhouette in the old cluster. Which of the two means is *a* now?"),
                (
                    (_TO_ABC - _TO_EFG) / _TO_EFG,
                    "The numerator is right. In the denominator goes the larger of *a* and *b*.",
                ),
            ),
            hint="The chapter has both means, 558 to *a*, *b* and *c*, and 335 to *e*, *f* and *g*. Which of them is "
            "the distance to its own cluster now?",
            outcome="The two means have changed places.",
            within=0.006,
            places=2,
            name="width-of-d",
        ),
        _SILHOUETTE_MEAN,
    ),
    "ex-cards-open": (
        Open(
            (
                "It chooses a scale because the measurements have different units, and gives the reason before the "
                "results.",
                "It chooses two or three criteria from different families, each for a reason that comes from the task.",
                "It says what a label is for, and so whether an odd wine may have a label of its own.",
                "It doesn't let the majority of the 29 decide, because a family has one vote.",
                "If the choice was changed, it gives a reason that concerns the task, and says that the choice was "
                "changed.",
            )
        ),
    ),
}

PREDICTIONS = {
    "pre-cards-last": Choice(
        "Which of the three candidates has the lowest AUCC?",
        {
            "abcd | efg": f"Its AUCC is {_BY_CANDIDATE['abcd | efg']:.3f}, and the other two have 1. These are the "
            f"clusters of the reference labels, but the AUCC never sees those.",
            "abc | defg": "Its AUCC is 1, the highest there is: no within pair is as long as a between pair.",
            "abc | d | efg": "Its AUCC is 1. Once *d* is alone, all its pairs lie between clusters.",
        },
        right=min(_BY_CANDIDATE, key=_BY_CANDIDATE.get),
        predict=True,
        name="last",
    ),
    "pre-cards-penguins": Number(
        "How many of the 29 criteria vote for the candidate that is nearest to the species?",
        _votes_for_the_species(),
        predict=True,
        between=(0, 29),
        outcome="The criteria don't know the species. They only know the four measurements of each bird.",
        name="penguins",
    ),
}
