"""The AUCC lab: points and what they come to, and the same points with their labels dealt again."""

import pytest

import aucc_teach as at
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live

AuccLab = at.demos.AuccLab
MODEL = Model("aucc-lab")
NO_AUCC = "AUCC needs pairs within clusters and pairs between them."


# ---- the model


def test_numbers_are_those_of_the_package():
    n_without = 0
    for state in random_states("AuccLab", 120):
        state["shuffles"] = min(30, state["shuffles"])
        points, labels, n = state["points"], state["labels"], state["shuffles"]
        found = MODEL.numbers(state)
        assert (found["n_points"], found["n_clusters"]) == (len(points), len(set(labels)))
        if not 2 <= len(set(labels)) < len(labels):
            n_without += 1
            assert (found["comparisons"], found["n_shuffles"]) == (0, 0)
            assert [found[key] for key in ("aucc", "gamma", "p", "lowest", "last")] == [None] * 5
            assert MODEL.words(state | {"can_shuffle": True}) == NO_AUCC
            continue
        assert (found["right"], found["wrong"], found["tied"]) == at.concordance(points, labels)
        assert found["aucc"] == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert found["gamma"] == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        shuffles = MODEL.shufflesOf(state)
        assert [shuffle["aucc"] for shuffle in shuffles] == pytest.approx(
            [at.aucc_score(points, shuffle["labels"]) for shuffle in shuffles], abs=1e-12
        )
        assert {tuple(sorted(shuffle["labels"])) for shuffle in shuffles} <= {tuple(sorted(labels))}
        at_least = sum(shuffle["aucc"] >= found["aucc"] for shuffle in shuffles)
        assert (found["n_shuffles"], found["at_least"]) == (n, at_least)
        assert found["p"] == ((1 + at_least) / (1 + n) if n else None)
    assert n_without > 3


def test_what_the_last_step_says_of_the_seven_points():
    lab = AuccLab()
    aucc = at.aucc_score(lab.points, lab.labels)
    scores = {labels: at.aucc_score(lab.points, labels) for labels in at.partitions.set_partitions(7, sizes=[4, 3])}
    assert len(scores) == 35
    large = {labels for labels, score in scores.items() if score >= aucc}
    assert large == {(0, 0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1, 1)}
    # "A few": neither none nor about half, with most seeds.
    reach = [MODEL.numbers(lab.state() | {"seed": seed, "shuffles": 100})["at_least"] for seed in range(30)]
    assert 1 <= min(reach) < max(reach) < 20
    assert MODEL.numbers(lab.state() | {"shuffles": 999})["p"] == pytest.approx(2 / 35, abs=0.01)


# ---- the shuffles in a page


class Shuffling(Live):
    """A lab without steps that shuffles."""

    def rest(self):
        """Wait until nothing flies and all of a run is painted."""
        self.page.wait_for_function(
            """box => { const n = box.closest('.demo-host').model.get('shuffles');
                return !box.querySelector('.demo-fresh, .demo-falling') &&
                    (!n || box.querySelector('[data-value=atLeast]').textContent.includes(` of ${n} `)); }""",
            arg=self.box.element_handle(),
        )

    def check(self, **state):
        self.rest()
        return super().check(**state)


@pytest.fixture
def lab_of_shuffles(live):
    demo = AuccLab(can_shuffle=True, lesson=[])
    page = live(demo)
    page.emulate_media(reduced_motion="no-preference")
    return Shuffling(page, demo)


def test_buttons_and_keys_shuffle(lab_of_shuffles):
    lab = lab_of_shuffles
    for act, count in (
        (lab.button("Shuffle").click, 1),
        (lambda: lab.points.first.press("s"), 2),
        (lab.button("Shuffle 100").click, 102),
        (lambda: lab.box.locator(".demo-strip").press("h"), 202),
    ):
        act()
        lab.check(shuffles=count)
    lab.press("Undo")  # those that came before the last forty are seen again
    lab.check(shuffles=102)


def test_other_points_begin_anew_and_undo_brings_back(lab_of_shuffles):
    lab = lab_of_shuffles
    lab.press("Shuffle 100")
    before = lab.check(shuffles=100)
    lab.drag_point(3, 20, 20)
    lab.check(shuffles=0)
    lab.press("Shuffle 100", "Undo", "Undo")
    assert lab.check() == before
