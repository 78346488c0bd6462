"""The test of the penguins, repeated: the stored table is that of the looks, and comes out again."""

import math

import pytest
from conftest import ROOT
from studies import EXPERIMENTS, penguins, read_table
from studies._runner import run

STORED = read_table(ROOT / "book" / "results" / "penguins.csv")


def test_the_table_holds_every_look_of_the_settings():
    assert STORED.attrs["settings"] == EXPERIMENTS["penguins"].settings(True)
    assert STORED["look"].tolist() == list(penguins.LOOKS)
    smallest = [1 / (1 + look.n_references) for look in penguins.LOOKS.values()]
    assert (STORED[["aucc_pvalue", "vrc_pvalue"]].min(axis=1) >= smallest).all()


@pytest.mark.breadth
@pytest.mark.parametrize("look", penguins.LOOKS)
def test_a_look_comes_out_again(look):
    found, (stored,) = penguins.take(look), STORED[STORED["look"] == look].to_dict("records")
    # A look without an index has None, of which the table makes NaN.
    found = {name: math.nan if value is None else value for name, value in found.items()}
    assert found == pytest.approx(stored, nan_ok=True)


@pytest.mark.slow
def test_a_quick_run_is_a_part_of_the_stored_table(tmp_path):
    run(EXPERIMENTS["penguins"], tmp_path / "quick.csv", n_jobs=1)
    quick = read_table(tmp_path / "quick.csv")
    stored = STORED[STORED["look"].isin(quick["look"])].reset_index(drop=True)
    assert quick.astype(stored.dtypes).equals(stored)


def test_a_look_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="look must be one of"):
        penguins.take("twice")
