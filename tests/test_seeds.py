"""The study of seeds: its tables are different ones that a report takes, and headlines are counted."""

import pytest
from conftest import ROOT
from studies import EXPERIMENTS, read_table, seeds

import aucc_report


def test_the_stored_table_is_whole():
    stored = read_table(ROOT / "book" / "results" / "seeds.csv")
    assert (stored.attrs["experiment"], stored.attrs["settings"]) == ("seeds", EXPERIMENTS["seeds"].settings(True))
    assert stored["table"].tolist() == list(seeds.TABLES)
    assert stored["n_agreeing"].between(1, stored["n_seeds"]).all()
    n_same = (stored["n_agreeing"] == stored["n_seeds"]).sum()
    said = " ".join(aucc_report.report.__doc__.split())
    assert f"Five seeds agree on the headline of {n_same} of {len(stored)} tables (the study `seeds`)." in said


@pytest.mark.breadth
@pytest.mark.parametrize("table", ["iris, sepals", "2 clear"])
def test_a_table_comes_out_again(table):
    stored = read_table(ROOT / "book" / "results" / "seeds.csv").astype({"others": object}).fillna({"others": ""})
    (again,) = seeds.rows_of_table(table, n_seeds=int(stored["n_seeds"].max()))
    assert stored[stored["table"] == table].iloc[0].to_dict() == again
