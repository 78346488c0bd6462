"""The study of seeds: its tables are different ones that a report takes, and headlines are counted."""

import pytest
from conftest import ROOT
from studies import EXPERIMENTS, read_table, seeds

import aucc_report


def test_headlines_are_counted_in_blocks(monkeypatch):
    said = {("2 clear", 1): "something"}
    monkeypatch.setattr(
        seeds,
        "headline_of",
        lambda table, seed: {
            "headline": said.get((table, seed), "clusters 2"),
            "n_drawn": 100 * (1 + seed),
            "is_near_the_line": seed == 1,
        },
    )
    settings = {"tables": ["iris", "2 clear"], "n_seeds": 3}
    study = EXPERIMENTS["seeds"]
    results = [study.run_block(settings, block, None) for block in range(study.n_blocks(settings))]
    iris, two = study.rows(settings, results)
    assert (iris["kind"], iris["headline"], iris["n_agreeing"], iris["others"]) == ("real", "clusters 2", 3, "")
    assert (two["kind"], two["headline"], two["n_agreeing"], two["others"]) == (
        "simulated",
        "clusters 2",
        2,
        "something: 1",
    )
    assert (two["n_near"], two["mean_drawn"], two["most_drawn"]) == (1, 200, 300)
    assert seeds.rows_of_table("2 clear", n_seeds=3) == [two]


def test_tables_and_seeds_that_there_are_not_are_refused():
    with pytest.raises(ValueError, match="table must be one of"):
        seeds.headline_of("irises", 0)
    with pytest.raises(ValueError, match="seed must be an integer of at least 0"):
        seeds.headline_of("iris", -1)
    with pytest.raises(ValueError, match="n_seeds must be an integer of at least 1"):
        seeds.rows_of_table("iris", n_seeds=0)


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
