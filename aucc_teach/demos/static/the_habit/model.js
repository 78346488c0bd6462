// The habit of a criterion: its curve over k on a few groups, on matched noise, and the difference.

import { checkPoints, wrongChoice } from "../../../static/checks.js";
import { nPairs, range, sumOf } from "../../../static/values.js";
import { ranksOf, scoreOf } from "../labellings.js";
import { structureless } from "../noise.js";

const [FEWEST_POINTS, MOST_POINTS] = [20, 60];
const LEAST_SPREAD = 100; // in x and in y; noise on the grid needs places to lie on
export const KS = range(9, 2); // numbers of clusters
const FEWEST_PLACES = KS[KS.length - 1] + 1; // with fewer, some cut would have no squares within
export const N_SETS = 19;
const SEED = 1;
const COMPARED = ["nothing", "noise"];

// By their names in the package: their values for each cut, and the scale on which differences are taken.
export const CRITERIA = {
  aucc_score: { title: "AUCC", of: auccByK, scaled: logitOf },
  calinski_harabasz_score: { title: "VRC", of: vrcByK, scaled: Math.log },
  ratkowsky_lance_score: { title: "C/√k", of: ratkowskyByK, scaled: Math.log },
};

// Half a comparison is added on either side, so that a perfect score has a logit.
function logitOf(score, comparisons) {
  return Math.log((comparisons * score + 0.5) / (comparisons * (1 - score) + 0.5));
}

// ---- Ward's tree

// The increase of the sum of squares within, one division of whole numbers, so equal costs come out equal.
function costOf(a, b) {
  const [dx, dy] = [b.size * a.x - a.size * b.x, b.size * a.y - a.size * b.y];
  return (dx * dx + dy * dy) / (a.size * b.size * (a.size + b.size));
}

// The two clusters that are cheapest to merge, the first if several are.
function cheapest(clusters, costs) {
  let [best, least] = [null, Infinity];
  for (let j = 1; j < clusters.length; j++) {
    for (let i = 0; i < j; i++) {
      const cost = costs[clusters[i].id][clusters[j].id];
      if (cost < least) [best, least] = [[i, j], cost];
    }
  }
  return best;
}

// Labels of each cut of Ward's tree: one row for each of KS.
export function wardCuts(points) {
  const clusters = points.map(([x, y], id) => ({ id, x, y, size: 1, members: [id] }));
  const costs = points.map(() => new Float64Array(points.length));
  const compare = (a) => {
    for (const b of clusters) if (a !== b) costs[a.id][b.id] = costs[b.id][a.id] = costOf(a, b);
  };
  clusters.forEach(compare);
  const cuts = [];
  while (clusters.length > KS[0]) {
    const [i, j] = cheapest(clusters, costs);
    const [a, b] = [clusters[i], clusters[j]];
    clusters[i] = { id: a.id, x: a.x + b.x, y: a.y + b.y, size: a.size + b.size, members: [...a.members, ...b.members] };
    clusters.splice(j, 1);
    compare(clusters[i]);
    if (clusters.length <= KS[KS.length - 1]) cuts.unshift(labelled(clusters, points.length));
  }
  return cuts;
}

function labelled(clusters, n) {
  const labels = new Array(n);
  clusters.forEach(({ members }, c) => members.forEach((i) => (labels[i] = c)));
  return { labels, sizes: clusters.map(({ size }) => size), members: clusters.map(({ members }) => members) };
}

// ---- two criteria of the cuts

function auccByK(points, cuts) {
  const ranks = ranksOf(points);
  return cuts.map(({ labels, sizes }) => scoreOf(ranks, labels, sizes));
}

// Sums of squares along each axis, of all points and between the clusters of each cut.
function squaresOf(points, cuts) {
  const n = points.length;
  const over = (members, axis) => sumOf(members.map((i) => points[i][axis])) ** 2 / members.length;
  return [0, 1].map((axis) => {
    const middle = over(range(n), axis);
    const kept = ({ members }) => sumOf(members.map((cluster) => over(cluster, axis)));
    return { all: sumOf(points.map((point) => point[axis] ** 2)) - middle, between: cuts.map((cut) => kept(cut) - middle) };
  });
}

function vrcByK(points, cuts) {
  const [x, y] = squaresOf(points, cuts);
  return cuts.map(({ sizes }, i) => {
    const [k, between] = [sizes.length, x.between[i] + y.between[i]];
    return between / (k - 1) / ((x.all + y.all - between) / (points.length - k));
  });
}

// Rounding may leave a sum that is 0 just below it.
function ratkowskyByK(points, cuts) {
  const axes = squaresOf(points, cuts);
  return cuts.map(({ sizes }, i) => meanOf(axes.map(({ all, between }) => Math.sqrt(Math.max(0, between[i]) / all))) / Math.sqrt(sizes.length));
}

// The curve of a criterion over k, as it is and on its scale.
function curveOf(points, criterion) {
  const { of, scaled } = CRITERIA[criterion];
  const cuts = wardCuts(points);
  const scores = of(points, cuts);
  const comparisons = cuts.map(({ sizes }) => {
    const within = sumOf(sizes.map(nPairs));
    return within * (nPairs(points.length) - within);
  });
  return { scores, scaled: scores.map((score, i) => scaled(score, comparisons[i])) };
}

export const noiseOf = ({ points }, t) => structureless(points, "box", SEED, t);

const largest = (values) => values.indexOf(Math.max(...values));
export const voteOf = (scores) => KS[largest(scores)];
const meanOf = (values) => sumOf(values) / values.length;

// Each set's difference from the mean of all, minus its own mean over k, so that heights of peaks are compared.
function excessOf(rows) {
  const level = KS.map((_, i) => meanOf(rows.map((row) => row[i])));
  const excess = rows.map((row) => row.map((value, i) => value - level[i]));
  return excess.map((row) => row.map((value) => value - meanOf(row)));
}

// How many of the sets vote for each number, and the number that most of them vote for, the smallest if several are.
function pollOf(votes) {
  const counts = KS.map((k) => votes.filter((vote) => vote === k).length);
  return { habit: KS[largest(counts)], nHabit: Math.max(...counts) };
}

function judged({ points, criterion, compared_with: comparedWith }) {
  const mine = curveOf(points, criterion);
  const found = { scores: mine.scores, vote: voteOf(mine.scores), sets: [], excess: [], habit: NaN, nHabit: NaN, peak: NaN, p: NaN };
  if (comparedWith === "nothing") return found;
  const sets = range(N_SETS, 1).map((t) => curveOf(noiseOf({ points }, t), criterion));
  const excess = excessOf([mine, ...sets].map(({ scaled }) => scaled));
  const peaks = excess.map((row) => Math.max(...row));
  // Equal sets may differ by rounding.
  const least = peaks[0] - 1e-9 * Math.max(...peaks.map(Math.abs));
  return {
    ...found,
    ...pollOf(sets.map(({ scores }) => voteOf(scores))),
    sets: sets.map(({ scores }) => scores),
    excess,
    peak: voteOf(excess[0]),
    p: peaks.filter((peak) => peak >= least).length / peaks.length,
  };
}

// Remembers the last state, because the page and its lesson ask for the same one.
const known = { asked: "", found: null };

export function found(state) {
  const { points, criterion, compared_with } = state;
  const asked = JSON.stringify([points, criterion, compared_with]);
  if (asked !== known.asked) Object.assign(known, { asked, found: judged(state) });
  return known.found;
}

// ---- the groups

// Mean of each group, and which points it has.
export function groupsOf({ points, labels }) {
  const used = [...new Set(labels)].sort((a, b) => a - b);
  return used.map((label) => {
    const members = range(points.length).filter((i) => labels[i] === label);
    return { label, members, mean: [0, 1].map((axis) => meanOf(members.map((i) => points[i][axis]))) };
  });
}

// How far the means of two groups are apart, on average.
function apartOf(groups) {
  const distances = groups.flatMap((a, i) => groups.slice(0, i).map((b) => Math.hypot(a.mean[0] - b.mean[0], a.mean[1] - b.mean[1])));
  return meanOf(distances);
}

// ---- numbers, checks, words

export function numbers(state) {
  const { vote, habit, nHabit, peak, p } = found(state);
  const groups = groupsOf(state);
  return {
    n_points: state.points.length,
    n_groups: groups.length,
    apart: Math.round(apartOf(groups)),
    aucc: Number(state.criterion === "aucc_score"),
    ratkowsky: Number(state.criterion === "ratkowsky_lance_score"),
    noise: Number(state.compared_with === "noise"),
    vote,
    habit,
    n_habit: nHabit,
    peak,
    p,
  };
}

export function check({ points, labels, criterion, compared_with: comparedWith }) {
  const wrong =
    checkPoints({ points, labels }, FEWEST_POINTS, MOST_POINTS) ||
    wrongChoice("criterion", criterion, Object.keys(CRITERIA)) ||
    wrongChoice("compared_with", comparedWith, COMPARED);
  if (wrong) return wrong;
  const spread = [0, 1].map((axis) => points.map((point) => point[axis])).map((xs) => Math.max(...xs) - Math.min(...xs));
  if (Math.min(...spread) < LEAST_SPREAD) return `points must differ by at least ${LEAST_SPREAD} in x and in y.`;
  const nPlaces = new Set(points.map(String)).size;
  if (nPlaces < FEWEST_PLACES) return `points must lie in at least ${FEWEST_PLACES} places. Got ${nPlaces}.`;
  return new Set(labels).size > 1 ? "" : "there must be at least 2 groups. Got 1.";
}

// A number of twentieths.
export const writtenP = (p) => p.toFixed(2);

export function words(state, known = numbers(state)) {
  const { n_groups: n, apart, vote, habit, n_habit: nHabit, peak, p } = known;
  const { title } = CRITERIA[state.criterion];
  const seen = `${n} groups, ${apart} apart on average: ${title} votes for ${vote} clusters`;
  if (state.compared_with === "nothing") return `${seen}. The noise is not shown yet.`;
  return (
    `${seen}, and for ${habit} on ${nHabit} of ${N_SETS} sets of noise. The difference is largest at ${peak}, ` +
    `p = ${writtenP(p)}.`
  );
}
