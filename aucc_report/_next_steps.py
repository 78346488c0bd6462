"""What to do next, in three lines: the picture, what answers the doubt with the most weight, and what else."""

from aucc_report._codes import Doubt, Headline, Next
from aucc_report._doubts import is_slight
from aucc_report._statements import said


def next_steps(finding, doubts, candidate):
    """Three statements, for a finding, doubts with the heaviest first, and a candidate or None."""
    # More rows are no remedy where the report itself took a sample.
    is_whole = not any(doubt.code == Doubt.SAMPLE for doubt in doubts)
    look, *others = _by_finding(finding, candidate, is_whole=is_whole)
    remedies = [_REMEDIES[of.code](of) for of in doubts if of.code in _REMEDIES and not is_slight(of)]
    return (look, *remedies[:1], *others)[:3]


def _by_finding(finding, candidate, *, is_whole):
    """The picture, and what else there is to do, the most urgent first."""
    headline = finding.headline.code
    if finding.shape == "connected":
        return said(Next.LOOK_FOR_BRIDGES), said(Next.NOT_BY_MEANS), said(Next.CHECK_ELSEWHERE)
    if headline == Headline.CLUSTERS:
        return said(Next.GROUPS_OR_SLICES), said(Next.NAME_CLUSTERS), said(Next.CHECK_ELSEWHERE)
    if headline == Headline.AT_LEAST:
        return said(Next.GROUPS_OR_SLICES), said(Next.LOOK_WITHIN), said(Next.CHECK_ELSEWHERE)
    if headline == Headline.SOMETHING:
        use = said(Next.MORE_ROWS if is_whole else Next.DESCRIBE_BY_AXES)
        if candidate is not None:
            algorithm, k = candidate
            use = said(Next.DIVIDE_FOR_USE, algorithm=algorithm, k=k)
        return said(Next.WHAT_STANDS_OUT), use, said(Next.FEWER_COLUMNS)
    return said(Next.LOOK_ALL_THE_SAME), said(Next.FEWER_COLUMNS), said(Next.DESCRIBE_BY_AXES)


def _on_its_columns(code):
    return lambda doubt: said(code, doubt.columns)


_REMEDIES = {
    Doubt.OTHER_SCALE: lambda doubt: said(Next.CHOOSE_UNITS),
    Doubt.DOMINANT_UNSCALED: lambda doubt: said(Next.CHOOSE_UNITS),
    Doubt.DOMINANT_AS_SCALED: lambda doubt: said(Next.CHOOSE_UNITS),
    Doubt.COLUMNS_ALIKE: _on_its_columns(Next.LEAVE_OUT_COLUMNS),
    Doubt.FAR_VALUES: _on_its_columns(Next.CHECK_VALUES),
    Doubt.COPIES: lambda doubt: said(Next.KEEP_ONE_COPY),
    Doubt.TRANSFORMED: lambda doubt: said(Next.CHOOSE_TRANSFORM),
    Doubt.SKEWED_MAY_HIDE: lambda doubt: said(Next.TAKE_LOGARITHMS),
    Doubt.ROWS_LEFT_OUT: lambda doubt: said(Next.FILL_IN, n_left_out=doubt.numbers["n_left_out"]),
}
