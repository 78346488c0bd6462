// AUCC lab: the numbers of labelled points, and of the same points with shuffled labels.

import { deal, generator, MOST_SHUFFLES, SHUFFLED } from "../../../static/chance.js";
import { checkPoints, wrongWhole } from "../../../static/checks.js";
import { NO_AUCC, pointNumbers } from "../../../static/points.js";
import { auccOf, concordance, rankedPairs } from "../../../static/ranking.js";
import { formatCount, formatScore, range } from "../../../static/values.js";

export const FEWEST_POINTS = 3;
export const MOST_POINTS = 60;
const MOST_SEED = 2 ** 32 - 1;

// ---- the shuffles

// Shuffles of a state's labels. Each call of `deal()` returns the labels, the tie groups of the pairs, and the AUCC of
// one more. If the labels have no AUCC, no shuffle `exists`.
export function newShuffles({ points, labels, seed }) {
  const clusters = [...new Set(labels)].map((cluster) => [cluster, labels.filter((label) => label === cluster).length]);
  clusters.sort(([a, size], [b, other]) => other - size || a - b);
  const sizes = clusters.map(([, size]) => size);
  const next = generator(seed, sizes.length, SHUFFLED);
  let pairs = null; // ranked for the first deal only, because points that are dragged need no deal
  function dealAgain() {
    pairs ??= rankedPairs(points, labels);
    const { ranked, groups: ties } = pairs;
    const dealt = deal(sizes, next).map((code) => clusters[code][0]);
    const groups = ties.map(({ start, end }) => {
      let positives = 0;
      for (let i = start; i < end; i++) positives += dealt[ranked[i].first] === dealt[ranked[i].second];
      return { start, end, positives, negatives: end - start - positives };
    });
    return { labels: dealt, groups, aucc: auccOf(concordance(groups)) };
  }
  return { exists: sizes.length > 1 && sizes.length < labels.length, deal: dealAgain };
}

// Labels of each shuffle, and its AUCC.
export function shufflesOf(state) {
  const shuffles = newShuffles(state);
  return range(shuffles.exists ? state.shuffles : 0).map(() => shuffles.deal());
}

const scoresOf = (state) => shufflesOf(state).map(({ aucc }) => aucc);

// ---- the numbers, in words, and what a state may be

// The rank of an AUCC among those of shuffles.
export function rankAmong(aucc, auccs) {
  const [n, atLeast] = [auccs.length, auccs.filter((other) => other >= aucc).length];
  return { n_shuffles: n, at_least: atLeast, p: n ? (1 + atLeast) / (1 + n) : NaN };
}

// `auccs`, those of the shuffles, and `groups`, the ties of the pairs, can be given.
export function numbers(state, auccs = scoresOf(state), groups = undefined) {
  const found = pointNumbers(state, groups);
  const n = auccs.length;
  return {
    ...found,
    ...rankAmong(found.aucc, auccs),
    lowest: n ? Math.min(...auccs) : NaN,
    highest: n ? Math.max(...auccs) : NaN,
    last: n ? auccs[n - 1] : NaN,
  };
}

export const shareOf = ({ right, comparisons }) => `${formatCount(right)} of ${formatCount(comparisons)}`;
export const rankWords = ({ at_least: atLeast, n_shuffles: n, p }) => `p = ${1 + atLeast}/${1 + n} = ${formatScore(p)}`;

// Shuffles are mentioned if the reader `can_shuffle`.
export function words(state, found = numbers(state)) {
  const { comparisons, n_shuffles: n, at_least: atLeast, tied, aucc, last } = found;
  if (!comparisons) return NO_AUCC;
  if (state.can_shuffle && n) {
    const large = `${atLeast} of ${n} reach ${formatScore(aucc)}`;
    return `Shuffle ${n}: AUCC ${formatScore(last)}. ${large}, so ${rankWords(found)}.`;
  }
  const ties = tied ? `, ${formatCount(tied)} are tied` : "";
  return `${shareOf(found)} comparisons are right${ties}: AUCC ${formatScore(aucc)}${aucc < 0.5 ? ", below one half" : ""}.`;
}

export const check = (state) =>
  checkPoints(state, FEWEST_POINTS, MOST_POINTS) ||
  wrongWhole("seed", state.seed, 0, MOST_SEED) ||
  wrongWhole("shuffles", state.shuffles, 0, MOST_SHUFFLES);
