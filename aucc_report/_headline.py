"""What stands on top of a report, and the one reason beside it."""

from aucc_report._codes import Fault, Headline, Why
from aucc_report._density import DENSITY
from aucc_report._statements import said
from aucc_teach.input import is_euclidean


def headline_of(pvalue, level, n_clusters, at_least=None, shape="compact", n_left_out=0):
    """What stands on top, from what a report found."""
    if n_clusters is not None:
        return said(Headline.CLUSTERS, n_clusters=n_clusters, n_left_out=n_left_out, shape=shape)
    if at_least is not None:
        return said(Headline.AT_LEAST, n_clusters=at_least, shape=shape)
    return said(Headline.NOTHING if pvalue > level else Headline.SOMETHING)


def why_of(findings):
    """The reason beside the headline."""
    verdict, settings = findings.verdict, findings.settings
    p = findings.pvalue
    if not verdict.is_found:
        # Density is asked beside the algorithms where distances are Euclidean.
        asked = settings["algorithms"] + [DENSITY] * is_euclidean(settings["metric"])
        return said(Why.NONE_STANDS_OUT, algorithms=asked, pvalue=p, level=settings["significance_level"])
    if verdict.by_density:
        return said(Why.DENSITY_GAPS, pvalue=p, **verdict.support)
    if verdict.selected:
        ((k, algorithms),) = verdict.selected.items()
        return said(Why.PEAK_HELD, k=k, criterion=findings.titles[0], algorithms=list(algorithms), pvalue=p)
    if verdict.at_least is not None:
        return said(Why.GROUPS_AGREE, k=verdict.at_least, pvalue=p, **verdict.support)
    return _why_no_number(findings)


def _why_no_number(findings):
    verdict, p = findings.verdict, findings.pvalue
    if verdict.refused:
        ((k, algorithms),) = verdict.refused.items()
        return said(Why.ONE_MODE, pvalue=p, k=k, algorithms=list(algorithms))
    held = [{"k": k, "algorithms": list(algorithms)} for k, algorithms in verdict.held.items()]
    if len(held) > 1:
        return said(Why.TWO_NUMBERS, pvalue=p, held=held)
    if verdict.parts:
        parts = [{"n_rows": n_rows, "k": k} for n_rows, k in verdict.parts]
        return said(Why.GROUPS_INSIDE, pvalue=p, k=held[0]["k"], parts=parts)
    if held:
        return said(Why.UNITS_DECIDE, pvalue=p, k=held[0]["k"], beside=list(verdict.beside))
    claim = verdict.candidate
    if claim is not None:
        of_claim = {"k": claim.k, "algorithm": claim.algorithm, "criterion": claim.criterion}
        return said(Why.ONE_CANDIDATE, pvalue=p, **of_claim, decisive=findings.titles[0])
    standing = [claim for claim in (*verdict.claims, *verdict.others) if claim.stands_out]
    if standing:
        found = {fault for claim in standing for fault in claim.faults}
        return said(Why.PEAKS_NOT_TRUSTED, pvalue=p, faults=[fault for fault in Fault if fault in found])
    return said(Why.NO_PEAK_BY_ITSELF, pvalue=p)
