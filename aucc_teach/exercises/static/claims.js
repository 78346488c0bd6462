// Claims to break: a counterexample is typed, read and counted here, in whole numbers and exact fractions. Python counts
// the same (claims/); the words come with the question.
{
  // -------------------------------------------------------------------------------------------------- fractions

  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const sizeOf = (n) => (n < 0n ? -n : n);

  // { n, d } in lowest terms, d > 0.
  function fraction(numerator, denominator = 1) {
    const [n, d] = [BigInt(numerator), BigInt(denominator)];
    const divisor = gcd(sizeOf(n), sizeOf(d)) * (d < 0n ? -1n : 1n);
    return { n: n / divisor, d: d / divisor };
  }

  const plus = (x, y) => fraction(x.n * y.d + y.n * x.d, x.d * y.d);
  const minus = (x, y) => fraction(x.n * y.d - y.n * x.d, x.d * y.d);
  const over = (x, y) => fraction(x.n * y.d, x.d * y.n);
  const times = (x, y) => fraction(x.n * y.n, x.d * y.d);
  const signOf = ({ n }) => (n > 0n) - (n < 0n);
  const compared = (x, y) => signOf(minus(x, y));
  const equal = (x, y) => compared(x, y) === 0;
  const total = (list) => list.reduce(plus, fraction(0));
  const meanOf = (list) => over(total(list), fraction(list.length));
  const largest = (list) => list.reduce((a, b) => (compared(a, b) < 0 ? b : a));
  const smallest = (list) => list.reduce((a, b) => (compared(b, a) < 0 ? b : a));
  const ONE = fraction(1);
  const HALF = fraction(1, 2);

  // A whole number or fraction as it is said to the reader; one that is hard to place with its decimals.
  function shown(value) {
    const { n, d } = typeof value === "object" ? value : fraction(value);
    const thousandths = (2000n * sizeOf(n) + d) / (2n * d);
    const decimals = `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, "0")}`;
    const text = `${n}${d > 1n ? `/${d}` : ""}${d > 12n ? ` (${n < 0n ? "-" : ""}${decimals})` : ""}`;
    return text.replaceAll("-", "\u2212");
  }

  const allShown = (facts) => Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shown(value)]));

  // -------------------------------------------------------------------------------------------------- reading

  // A text that is not of its form; the message is for the reader.
  class UnreadableError extends Error {}

  function refuse(words) {
    throw new UnreadableError(words);
  }

  const MOST_CLUSTERS = 20;
  const isAlike = (a, b) => same([...a].sort(), [...b].sort());
  const unique = (list) => [...new Set(list)];

  const gapOf = () => /[ \t\r\n\u00a0\u2009\u202f,;|/{}()[\]]+/g;
  const withoutGaps = (text) => text.replace(gapOf(), "");

  function plainOf({ name, example }, text) {
    const plain = text
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .replace(/[\u2212\u2013]/g, "-")
      .replace(/[\u2016\u2223\u2225\u222a]/g, "|")
      .replace(/(['"])([a-z0-9]+)\1/g, "$2");
    if (!withoutGaps(plain)) refuse(`${name}: this is empty. An example of its form: ${example}`);
    return plain;
  }

  function wordsOf(text) {
    // A mark may stand a little apart from its number.
    return text.split(gapOf()).filter(Boolean).join(" ").replace(/([0-9]) (?=[wb]|[+-]( |$))/g, "$1").split(" ");
  }

  function checkNumber({ name, form, most }, number, things) {
    const least = form === "cluster" ? 1 : 2;
    if (number < least) refuse(`${name}: ${least} ${things} are the fewest there can be.`);
    if (number > most) refuse(`${name}: ${most} ${things} are the most there can be.`);
  }

  function lettersOf(field, text) {
    const letters = withoutGaps(text);
    const [strange] = (/[^0-9]/.test(letters) ? /[^a-z]/u : /[^0-9]/u).exec(letters) ?? [];
    if (strange) refuse(`${field.name}: ${strange} is no letter. Letters are objects, words are clusters.`);
    return letters;
  }

  // The text with brackets and marks of one kind each, and whether brackets around all of it hold a plain list.
  function outlineOf({ name }, typed) {
    const strange = () => refuse(`${name}: these brackets cannot be read. Write clusters as ab | cd.`);
    const partners = { ")": "(", "]": "[", "}": "{" };
    const opened = [];
    for (const one of typed) {
      if ("([{".includes(one)) opened.push(one);
      else if (one in partners && opened.pop() !== partners[one]) strange();
    }
    if (opened.length) strange();
    let text = typed.replace(/[\]}]/g, ")").replace(/[[{]/g, "(").replace(/[ \t\r\n\u00a0\u2009\u202f]+/g, " ").replace(/[;/]/g, "|");
    // Without what holds nothing: empty brackets, marks at an end, marks beside others.
    for (let longer = ""; longer !== text; ) [longer, text] = [text, text.replace(/\([ ,|]*\)/g, " ")];
    text = text.replace(/[ ,]*[|][ ,|]*/g, "|").replace(/ +/g, " ").replace(/ *,[ ,]*/g, ",");
    text = text.replace(/\([ ,|]+/g, "(").replace(/[ ,|]+\)/g, ")").replace(/^[ ,|]+|[ ,|]+$/g, "");
    const around = /^\((([^()]|\([^()]*\))*)\)$/.exec(text);
    text = around ? around[1] : text;
    if (/\([^()]*[(|]/.test(text)) strange();
    return [text, Boolean(around) && !/[(|]/.test(text)];
  }

  const isSingle = (word) => word.length === 1;

  // Ways to read a part of a text in which other parts, or this one, are in brackets.
  function waysOfPart(text) {
    const words = text.split(/[ ,()]/).filter(Boolean);
    const joined = [words.join("")];
    if (text[0] === "(") return words.length === joined[0].length ? [joined] : [joined, words];
    return words.some(isSingle) ? [words, joined] : [words];
  }

  // Clusters as words, in each of the one or two ways in which the text can be read; none where there are more.
  function readingsOf([text, isList]) {
    let parts = null;
    if (text.includes("(")) {
      parts = text.match(/\([^()]*\)|[^()|]+/g).map(waysOfPart);
    } else if (text.includes("|")) {
      const blocks = text.split("|").map((block) => block.split(/[ ,]/));
      const isMixed = blocks.some((words) => words.length > 1) && !blocks.flat().every(isSingle);
      parts = blocks.map((words) => (isMixed ? [[words.join("")], words] : [[words.join("")]]));
    } else {
      if (text.includes(",") && text.includes(" ")) return [];
      const words = text.split(/[ ,]/);
      parts = isList && words.length > 1 && words.every(isSingle) ? [[[words.join("")], words]] : [[words]];
    }
    const ways = [0, -1].map((way) => parts.flatMap((part) => part.at(way)));
    return same(...ways) ? [ways[0]] : ways;
  }

  const isNumber = (text) => /^[0-9]+$/.test(text);
  const isRowOfLabels = (value) => typeof value === "string";

  // Clusters in a way that can be read in one way only.
  function writtenPlainly({ form }, words) {
    const isLabels = form === "partition" && words.length === 1 && isNumber(words[0]);
    return isLabels ? [...words[0]].fill("0").join(" ") : words.join(" | ");
  }

  // The clusters; if there are two ways to read them, the reader is asked.
  function onlyOf(field, readings) {
    if (readings.length === 1) return readings[0];
    if (!readings.length) refuse(`${field.name}: this can be read in several ways. Write clusters as ab | cd.`);
    const counted = ({ length }) => (length === 1 ? "one cluster" : `${length} clusters`);
    const asked = readings.map((words) => `\`${writtenPlainly(field, words)}\` for ${counted(words)}`);
    return refuse(`${field.name}: this can be read in two ways. Write ${asked.join(", or ")}.`);
  }

  // Clusters as words; of a label vector its labels, in one text.
  function readPartition(field, typed) {
    const letters = lettersOf(field, typed);
    const [text, isList] = outlineOf(field, typed);
    const words = text.split(/[ ,|]/);
    let readings = readingsOf([text, isList]);
    const twice = [...letters].find((letter, i) => letters.slice(0, i).includes(letter));
    // One word or single characters, parted by marks of one kind.
    const nMarks = [" ", ",", "|"].filter((mark) => text.includes(mark)).length;
    const isRow = !text.includes("(") && [1, letters.length].includes(words.length) && nMarks <= 1;
    if (isRow && isNumber(letters)) {
      // Labels or objects: where none comes twice, single ones are in as many clusters, and one word may be either.
      if (twice || (words.length > 1 && !isList && !text.includes("|"))) {
        checkNumber(field, letters.length, "objects");
        return letters;
      }
      if (!text.includes("|")) readings = [[letters], [...letters]];
    } else if (isNumber(letters) && !/[(|]/.test(text)) {
      refuse(`${field.name}: this can be read in two ways. Write labels as 0 0 1 1, and clusters as 12 | 34.`);
    }
    checkNumber(field, unique(letters).length, "objects");
    if (twice) {
      const advice = isRow ? " Labels are written as digits: 0 0 1 1." : "";
      refuse(`${field.name}: ${twice} comes twice. In a partition each object is in one cluster.${advice}`);
    }
    return onlyOf(field, readings);
  }

  function checkedSets(field, words) {
    words.forEach((word, i) => {
      const twice = [...word].find((letter, k) => word.slice(0, k).includes(letter));
      if (twice) refuse(`${field.name}: ${twice} comes twice in ${word}.`);
      if (words.slice(0, i).some((other) => isAlike(word, other))) refuse(`${field.name}: ${word} comes twice. No two clusters are equal.`);
    });
    if (words.length > MOST_CLUSTERS) refuse(`${field.name}: ${MOST_CLUSTERS} clusters are the most there can be.`);
    return words;
  }

  function readSets(field, text) {
    checkNumber(field, unique(lettersOf(field, text)).length, "objects");
    return checkedSets(field, onlyOf(field, readingsOf(outlineOf(field, text))));
  }

  function readCluster(field, text) {
    checkNumber(field, unique(lettersOf(field, text)).length, "objects");
    // A list in brackets is one cluster, as one is asked for.
    const [words] = readingsOf(outlineOf(field, text));
    if (words?.length !== 1) refuse(`${field.name}: one cluster is asked for, in one word.`);
    return checkedSets(field, words);
  }

  // Bars and brackets must not say other than the labels do.
  function refuseClusters({ name }, text) {
    const blocks = text.split(/[|/;{}()[\]]/).map(withoutGaps).filter(Boolean);
    const found = blocks.map(unique);
    if (blocks.length === 1 || blocks.every(isSingle)) return;
    if (found.some(({ length }) => length > 1) || unique(found.flat()).length < found.length) {
      refuse(`${name}: bars and brackets cannot be read here. Write the letter of the cluster of each point, in the order of the points: a a b b.`);
    }
  }

  function readLabels(field, text) {
    refuseClusters(field, text);
    const labels = withoutGaps(text);
    const [strange] = /[^a-z0-9]/u.exec(labels) ?? [];
    if (strange) refuse(`${field.name}: ${strange} is no letter. Each point has the letter of its cluster.`);
    checkNumber(field, labels.length, "points");
    if ([1, labels.length].includes(new Set(labels).size)) refuse(`${field.name}: two clusters or more, and one of them with two points or more.`);
    return [...labels];
  }

  // Numbers with one of two marks: [value, whether it has the first].
  function readMarked(field, text, pattern, marks, things, advice) {
    const words = wordsOf(text);
    const strange = words.find((word) => !pattern.test(word));
    if (strange) refuse(`${field.name}: ${strange} cannot be read. ${advice}`);
    checkNumber(field, words.length, things);
    const items = words.map((word) => [Number(word.slice(0, -1)), word.at(-1) === marks[0]]);
    if (new Set(items.map(([, mark]) => mark)).size < 2) refuse(`${field.name}: both kinds are needed, ${marks[0]} and ${marks[1]}.`);
    return items;
  }

  const readers = {
    partition: readPartition,
    sets: readSets,
    cluster: readCluster,
    points(field, text) {
      const words = wordsOf(text);
      const strange = words.find((word) => !/^[+-]?[0-9]{1,4}$/.test(word));
      if (strange) refuse(`${field.name}: ${strange} is no whole number of at most four digits.`);
      checkNumber(field, words.length, "points");
      return words.map(Number);
    },
    labels: readLabels,
    row: readLabels,
    pairs: (field, text) =>
      readMarked(field, text, /^[0-9]{1,4}[wb]$/, "wb", "pairs", "Write the dissimilarity of a pair, then w for within or b for between: 2w."),
    scores: (field, text) =>
      readMarked(field, text, /^[0-9]{1,4}[+-]$/, "+-", "scores", "Write a score, a whole number, then + or -: 3+."),
  };

  // Clusters as words, of a label vector as well.
  function clustersOf({ name }, names, value) {
    if (!isRowOfLabels(value)) return value;
    if (value.length !== names.length) refuse(`${name}: there are ${names.length} objects, and ${value.length} labels are written here.`);
    return unique(value).map((label) => names.filter((_, i) => value[i] === label).join(""));
  }

  function placedObjects(fields, found) {
    const first = found.find((value) => !isRowOfLabels(value));
    const names = first ? unique(first.join("")).sort() : [..."abcdefghijkl".slice(0, found[0].length)];
    const values = fields.map((field, i) => clustersOf(field, names, found[i]));
    const shownWords = values.map((words) => `\`${words.join(" | ")}\``);
    const said = `Read as ${shownWords.slice(0, -1).join(", ")} and ${shownWords.at(-1)}.`;
    const missing = (some, from) => some.filter((letter) => !from.includes(letter)).sort();
    function refuseMissing(letters, there, notThere) {
      if (letters.length) refuse(`In \u201c${there.name}\u201d, but not in \u201c${notThere.name}\u201d: ${letters.join(", ")}. ${said}`);
    }
    fields.forEach((field, i) => {
      const letters = unique(values[i].join(""));
      refuseMissing(missing(letters, names), field, fields[0]);
      if (field.form !== "cluster") refuseMissing(missing(names, letters), fields[0], field);
    });
    const placed = fields.map(({ form }, i) =>
      form === "partition"
        ? names.map((name) => values[i].findIndex((word) => word.includes(name)))
        : values[i].map((word) => [...word].map((letter) => names.indexOf(letter)).sort((a, b) => a - b)),
    );
    return [names.join(""), placed, said];
  }

  // Names of the objects, values of the fields, and how the partitions were read, in words. A partition becomes a number
  // for each object, sets become lists of such places.
  function readAll(fields, texts) {
    const plain = fields.map((field, i) => plainOf(field, texts[i]));
    const values = fields.map((field, i) => readers[field.form](field, plain[i]));
    if (["partition", "sets"].includes(fields[0].form)) return placedObjects(fields, values);
    fields.forEach(({ name }, i) => {
      const [expected, found] = [values[0].length, values[i].length];
      if (fields[0].form === "points" && found !== expected) refuse(`${name}: there are ${expected} points, and ${found} are written here.`);
    });
    return ["abcdefghijklmnopqrst".slice(0, values[0].length), values, ""];
  }

  // -------------------------------------------------------------------------------------------------- counting

  const coupled = (list, combine) => list.flatMap((a, i) => list.slice(i + 1).map((b) => combine(a, b)));
  const together = (labels) => coupled(labels, (a, b) => a === b);
  const countOf = (list, wanted) => list.filter((one) => one === wanted).length;
  const nDifferent = (list) => new Set(list).size;

  const firstPair = (names, verdicts) => coupled([...names], (a, b) => a + b).find((_, i) => verdicts[i]) ?? null;

  // A pair that is together in one partition and apart in another.
  function strayPair(names, fine, coarse) {
    const apart = together(coarse);
    return firstPair(names, together(fine).map((verdict, i) => verdict && !apart[i]));
  }

  function pairCounts(first, second) {
    const [one, two] = [together(first), together(second)];
    const count = (a, b) => one.filter((verdict, i) => verdict === a && two[i] === b).length;
    return { tp: count(true, true), fn: count(true, false), fp: count(false, true), tn: count(false, false) };
  }

  function rand(first, second) {
    const { tp, fn, fp, tn } = pairCounts(first, second);
    return fraction(tp + tn, tp + fn + fp + tn);
  }

  function meanTp(first, second) {
    const { tp, fn, fp, tn } = pairCounts(first, second);
    return fraction((tp + fn) * (tp + fp), tp + fn + fp + tn);
  }

  function adjustedRand(first, second) {
    const { tp, fn, fp } = pairCounts(first, second);
    const [mean, most] = [meanTp(first, second), fraction(2 * tp + fn + fp, 2)];
    return equal(most, mean) ? ONE : over(minus(fraction(tp), mean), minus(most, mean));
  }

  function purity(classes, clusters) {
    const best = unique(clusters).map((cluster) => {
      const found = classes.filter((_, i) => clusters[i] === cluster);
      return Math.max(...found.map((one) => countOf(found, one)));
    });
    return fraction(sumOf(best), classes.length);
  }

  // Precision of Extended BCubed; the recall exchanges the two.
  function bcubed(found, wanted) {
    const objects = unique(found.flat());
    const timesIn = (clusters, o, p) => clusters.filter((cluster) => cluster.includes(o) && cluster.includes(p)).length;
    const shares = objects.map((o) => {
      const company = objects.filter((p) => timesIn(found, o, p));
      return meanOf(company.map((p) => fraction(Math.min(timesIn(found, o, p), timesIn(wanted, o, p)), timesIn(found, o, p))));
    });
    return meanOf(shares);
  }

  function balancedF(classes, clusters) {
    const [precision, recall] = [bcubed(clusters, classes), bcubed(classes, clusters)];
    return over(times(fraction(2), times(precision, recall)), plus(precision, recall));
  }

  // Distances of all pairs, each with true if it lies within a cluster.
  function markedPairs(points, labels) {
    const within = together(labels);
    return coupled(points, (x, y) => Math.abs(x - y)).map((distance, i) => [distance, within[i]]);
  }

  const valuesOf = (items, wanted) => items.filter(([, mark]) => mark === wanted).map(([value]) => value);

  function comparisons(items) {
    const differences = valuesOf(items, true).flatMap((w) => valuesOf(items, false).map((b) => Math.sign(w - b)));
    return { right: countOf(differences, -1), wrong: countOf(differences, 1), tied: differences.filter((d) => !d).length };
  }

  function aucc(items) {
    const { right: ok, wrong: off, tied } = comparisons(items);
    return fraction(2 * ok + tied, 2 * (ok + off + tied));
  }

  const auccOfPoints = (points, labels) => aucc(markedPairs(points, labels));

  // Null where all distances are equal.
  function cIndex(points, labels) {
    const items = markedPairs(points, labels);
    const within = valuesOf(items, true);
    const ordered = items.map(([value]) => value).sort((a, b) => a - b);
    const [lowest, highest] = [sumOf(ordered.slice(0, within.length)), sumOf(ordered.slice(ordered.length - within.length))];
    return lowest < highest ? fraction(sumOf(within) - lowest, highest - lowest) : null;
  }

  function silhouettes(points, labels) {
    return points.map((x, i) => {
      const meanTo = (cluster) => {
        const others = points.filter((_, k) => labels[k] === cluster && k !== i).map((y) => Math.abs(x - y));
        return others.length ? fraction(sumOf(others), others.length) : null;
      };
      const a = meanTo(labels[i]);
      const b = smallest(unique(labels).filter((label) => label !== labels[i]).map(meanTo));
      if (!a || !signOf(largest([a, b]))) return fraction(0);
      return over(minus(b, a), largest([a, b]));
    });
  }

  const subsets = (list, size) =>
    size ? list.flatMap((one, i) => subsets(list.slice(i + 1), size - 1).map((rest) => [one, ...rest])) : [[]];

  // All partitions into clusters of these sizes, each once.
  function deals(sizes) {
    function fill(labels, left, cluster) {
      if (!left.length) return [labels];
      const [first, ...rest] = range(labels.length).filter((i) => labels[i] === null);
      return unique(left).flatMap((size) => {
        const without = left.filter((_, i) => i !== left.indexOf(size));
        return subsets(rest, size - 1).flatMap((others) =>
          fill(labels.map((label, i) => (i === first || others.includes(i) ? cluster : label)), without, cluster + 1),
        );
      });
    }
    return fill(new Array(sumOf(sizes)).fill(null), sizes, 0);
  }

  // AUCC of all partitions with the sizes of this one, in order.
  const dealtScores = (points, labels) =>
    deals(unique(labels).map((label) => countOf(labels, label)))
      .map((dealt) => auccOfPoints(points, dealt))
      .sort(compared);

  // Corners of the ROC curve with slopes at ties.
  function cornersOf(items) {
    const thresholds = unique(items.map(([value]) => value)).sort((a, b) => b - a);
    const share = (wanted, threshold) => {
      const values = valuesOf(items, wanted);
      return fraction(values.filter((value) => value >= threshold).length, values.length);
    };
    return [[fraction(0), fraction(0)], ...thresholds.map((threshold) => [share(false, threshold), share(true, threshold)])];
  }

  const area = (items) => aucc(items.map(([value, mark]) => [-value, mark]));

  function bestAccuracy(items) {
    const [negatives, positives] = [false, true].map((wanted) => fraction(valuesOf(items, wanted).length));
    const calls = cornersOf(items).map(([x, y]) => plus(times(minus(ONE, x), negatives), times(y, positives)));
    return over(largest(calls), fraction(items.length));
  }

  // -------------------------------------------------------------------------------------------------- the claims

  // Each returns what the example shows, by name, and the facts that its words speak of.
  const outcome = (holds, facts = {}) => [holds ? "holds" : "broken", facts];

  function notACut(names, before, after) {
    if (same(together(before), together(after))) return ["uncut", {}];
    const pair = strayPair(names, after, before);
    return pair === null ? null : ["not-finer", { pair }];
  }

  function detourBy(measure, [first, second, third]) {
    const way = (x, y) => minus(ONE, measure(x, y));
    const [direct, one, two] = [way(first, third), way(first, second), way(second, third)];
    const detour = plus(one, two);
    return outcome(compared(direct, detour) <= 0, allShown({ direct, one, two, detour }));
  }

  const aboutAri = (first, second) =>
    allShown({ tp: pairCounts(first, second).tp, mean: meanTp(first, second), ari: adjustedRand(first, second) });

  // The first point that has a point of its own cluster no closer than some other.
  function farFriend(points, labels) {
    for (const [i, x] of points.entries()) {
      const farFrom = (isOwn) => points.filter((_, k) => k !== i && (labels[k] === labels[i]) === isOwn).map((y) => Math.abs(x - y));
      const [own, other] = [Math.max(...farFrom(true)), Math.min(...farFrom(false))];
      if (own >= other) return allShown({ point: x, own, other });
    }
    return null;
  }

  // For two of the same kind: does the order by the one measure go with that by the other?
  const sameOrder = (first, second, direction) => compared(...first) * compared(...second) * direction;

  const claims = {
    "rand-finer"(names, other, before, after) {
      const found = notACut(names, before, after);
      if (found) return found;
      const [cut, joined] = [together(after), together(other)];
      const parted = together(before).map((verdict, i) => verdict && !cut[i]);
      const [c, cNow] = [rand(other, before), rand(other, after)];
      const lost = parted.filter((verdict, i) => verdict && joined[i]).length;
      return outcome(compared(cNow, c) >= 0, allShown({ before: c, after: cNow, lost, parted: countOf(parted, true) }));
    },
    "rand-half"(names, first, second) {
      const { tp, tn } = pairCounts(first, second);
      const [c, joined] = [rand(first, second), together(second)];
      const facts = { ...allShown({ c, tn }), pair: firstPair(names, together(first).map((verdict, i) => verdict && joined[i])) };
      return compared(c, HALF) <= 0 ? ["low", facts] : outcome(tp > 0, facts);
    },
    "rand-zero"(_, first, second) {
      const c = rand(first, second);
      return signOf(c) ? ["not-zero", allShown({ c })] : outcome([nDifferent(first), nDifferent(second)].includes(1));
    },
    "rand-detour": (_, ...three) => detourBy(rand, three),
    "ari-detour": (_, ...three) => detourBy(adjustedRand, three),
    "ari-negative"(_, first, second) {
      const ari = adjustedRand(first, second);
      return outcome(signOf(ari) >= 0 && compared(ari, ONE) <= 0, aboutAri(first, second));
    },
    "ari-minus-one"(_, first, second) {
      const facts = { ...aboutAri(first, second), ...allShown({ tn: pairCounts(first, second).tn }) };
      return outcome(!equal(adjustedRand(first, second), fraction(-1)), facts);
    },
    "ari-zero"(_, first, second) {
      const facts = aboutAri(first, second);
      return signOf(adjustedRand(first, second)) ? ["not-zero", facts] : outcome(!pairCounts(first, second).tp, facts);
    },
    "ari-single"(_, first, second) {
      const facts = aboutAri(first, second);
      if (![nDifferent(first), nDifferent(second)].includes(1)) return ["several", facts];
      return outcome(!signOf(adjustedRand(first, second)), facts);
    },
    "ari-symmetric"(_, first, second) {
      const [one, two] = [adjustedRand(first, second), adjustedRand(second, first)];
      return outcome(equal(one, two), allShown({ one, two }));
    },
    "ari-order"(_, reference, ...two) {
      const [c, ari] = [rand, adjustedRand].map((measure) => two.map((labels) => measure(reference, labels)));
      const facts = allShown({ c1: c[0], c2: c[1], ari1: ari[0], ari2: ari[1] });
      return equal(...c) ? ["equal", facts] : outcome(sameOrder(c, ari, 1) > 0, facts);
    },
    "purity-finer"(names, classes, before, after) {
      const found = notACut(names, before, after);
      if (found) return found;
      const [p, cut] = [purity(classes, before), purity(classes, after)];
      return outcome(compared(cut, p) >= 0, allShown({ before: p, after: cut }));
    },
    "purity-one"(_, classes, clusters) {
      const p = purity(classes, clusters);
      const facts = allShown({ purity: p, n: nDifferent(classes), k: nDifferent(clusters) });
      return equal(p, ONE) ? outcome(same(together(classes), together(clusters)), facts) : ["impure", facts];
    },
    "nmi-zero"(names, first, second) {
      const ari = adjustedRand(first, second);
      if (signOf(ari)) return ["not-zero", allShown({ ari })];
      for (const [i, row] of first.entries()) {
        const cell = [...names].filter((_, k) => first[k] === row && second[k] === second[i]).join("");
        const mean = fraction(countOf(first, row) * countOf(second, second[i]), first.length);
        if (!equal(mean, fraction(cell.length))) return outcome(false, { cell, ...allShown({ size: cell.length, mean }) });
      }
      return outcome(true);
    },
    "overlap-one"(_, classes, clusters) {
      const f = balancedF(classes, clusters);
      return equal(f, ONE) ? outcome(isAlike(classes.map(String), clusters.map(String))) : ["low", allShown({ f })];
    },
    "overlap-added"(_, classes, clusters, [added]) {
      const isIn = (sets) => sets.some((set) => same(set, added));
      if (isIn(classes)) return ["class", {}];
      if (isIn(clusters)) return ["there", {}];
      const [before, after] = [balancedF(classes, clusters), balancedF(classes, [...clusters, added])];
      return outcome(compared(after, before) <= 0, allShown({ before, after }));
    },
    "auc-diagonal"(_, items) {
      const auc = area(items);
      if (!equal(auc, HALF)) return ["other", allShown({ auc })];
      const [fpr, tpr] = cornersOf(items).find(([x, y]) => !equal(x, y)) ?? [];
      return fpr ? outcome(false, allShown({ fpr, tpr })) : outcome(true);
    },
    "auc-accuracy"(_, ...lists) {
      const [one, two] = lists.map((items) => [valuesOf(items, true).length, valuesOf(items, false).length]);
      if (!same(one, two)) return ["unlike", {}];
      const [auc, best] = [lists.map(area), lists.map(bestAccuracy)];
      const facts = allShown({ auc1: auc[0], auc2: auc[1], best1: best[0], best2: best[1] });
      return equal(...auc) ? ["equal", facts] : outcome(sameOrder(auc, best, 1) >= 0, facts);
    },
    "negatives-twice"(_, items) {
      const [before, after] = [area(items), area([...items, ...items.filter(([, mark]) => !mark)])];
      return outcome(equal(before, after), allShown({ before, after }));
    },
    "aucc-unique"(_, points, ...two) {
      if (same(...two.map(together))) return ["same", {}];
      const [one, other] = two.map((labels) => auccOfPoints(points, labels));
      return outcome(!equal(one, ONE) || !equal(other, ONE), allShown({ one, two: other }));
    },
    "one-closer"(_, points, labels) {
      const score = auccOfPoints(points, labels);
      if (!equal(score, ONE)) return ["low", allShown({ aucc: score })];
      const friend = farFriend(points, labels);
      return outcome(!friend, friend ?? {});
    },
    "closer-one"(_, points, labels) {
      const friend = farFriend(points, labels);
      if (friend) return ["far", friend];
      const items = markedPairs(points, labels);
      const score = aucc(items);
      const [within, between] = [Math.max(...valuesOf(items, true)), Math.min(...valuesOf(items, false))];
      return outcome(equal(score, ONE), allShown({ aucc: score, within, between }));
    },
    "moved-apart"(_, points, labels, moved) {
      const movers = unique(labels.filter((_label, i) => moved[i] !== points[i]));
      if (!movers.length) return ["unmoved", {}];
      const [mover] = movers;
      const shifts = new Set(points.map((x, i) => moved[i] - x).filter((_shift, i) => movers.includes(labels[i])));
      if (movers.length > 1 || shifts.size > 1) return ["not-whole", {}];
      const placesOf = (label) => range(points.length).filter((i) => labels[i] === label);
      const isFarther = (other) =>
        placesOf(mover).every((i) => placesOf(other).every((k) => Math.abs(moved[i] - points[k]) > Math.abs(points[i] - points[k])));
      if (!labels.some((label) => label !== mover && isFarther(label))) return ["nearer", { cluster: mover }];
      const [before, after] = [auccOfPoints(points, labels), auccOfPoints(moved, labels)];
      return outcome(compared(after, before) >= 0, allShown({ before, after }));
    },
    squared(_, items) {
      const [before, after] = [aucc(items), aucc(items.map(([value, mark]) => [value * value, mark]))];
      return outcome(equal(before, after), allShown({ before, after }));
    },
    rounding(_, items) {
      const [before, after] = [aucc(items), aucc(items.map(([value, mark]) => [Math.floor(value / 10), mark]))];
      return outcome(compared(after, before) >= 0, allShown({ before, after }));
    },
    "bounds-middle"(_, items) {
      const { right: ok, wrong: off, tied } = comparisons(items);
      const [low, high] = [ok, ok + tied].map((count) => fraction(count, ok + off + tied));
      const diagonal = aucc(items);
      return outcome(equal(plus(low, high), plus(diagonal, diagonal)), allShown({ low, diagonal, high }));
    },
    "gamma-diagonal"(_, items) {
      const counts = comparisons(items);
      const gamma = fraction(counts.right - counts.wrong, counts.right + counts.wrong + counts.tied);
      const score = aucc(items);
      return outcome(equal(score, times(HALF, plus(ONE, gamma))), allShown({ ...counts, gamma, aucc: score }));
    },
    "gamma-dropped"(_, items) {
      const counts = comparisons(items);
      if (!(counts.right + counts.wrong)) return ["all-tied", {}];
      const gamma = fraction(counts.right - counts.wrong, counts.right + counts.wrong);
      const [score, half] = [aucc(items), times(HALF, plus(ONE, gamma))];
      return outcome(equal(score, half), allShown({ ...counts, gamma, half, aucc: score }));
    },
    "even-points"(_, labels) {
      const score = auccOfPoints(range(labels.length), labels);
      return outcome(compared(score, fraction(9, 10)) < 0, allShown({ aucc: score }));
    },
    "aucc-finer"(names, points, before, after) {
      const [found, facts] = notACut(names, before, after) ?? [];
      if (found === "not-finer") {
        const [first, second] = [...facts.pair].map((name) => points[names.indexOf(name)]);
        return [found, allShown({ first, second })];
      }
      if (found) return [found, facts];
      const [one, two] = [auccOfPoints(points, before), auccOfPoints(points, after)];
      return outcome(compared(two, one) >= 0, allShown({ before: one, after: two }));
    },
    "kmeans-half"(_, points, labels) {
      const centreOf = (label) => {
        const own = points.filter((_point, i) => labels[i] === label);
        return fraction(sumOf(own), own.length);
      };
      const squareTo = (x, centre) => times(minus(fraction(x), centre), minus(fraction(x), centre));
      for (const [i, x] of points.entries()) {
        const own = centreOf(labels[i]);
        const cluster = labels.find((label) => compared(squareTo(x, centreOf(label)), squareTo(x, own)) < 0);
        if (cluster) return ["goes-on", { cluster, ...allShown({ point: x, own, other: centreOf(cluster) }) }];
      }
      const score = auccOfPoints(points, labels);
      return outcome(compared(score, HALF) > 0, allShown({ aucc: score }));
    },
    "mean-half"(_, points, labels) {
      const scores = dealtScores(points, labels);
      const mean = meanOf(scores);
      return outcome(equal(mean, HALF), allShown({ deals: scores.length, mean }));
    },
    "median-half"(_, points, labels) {
      const scores = dealtScores(points, labels);
      const n = scores.length;
      const median = meanOf([scores[Math.floor((n - 1) / 2)], scores[Math.floor(n / 2)]]);
      const above = scores.filter((score) => compared(score, HALF) > 0).length;
      return outcome(equal(median, HALF), allShown({ deals: n, median, above }));
    },
    "higher-rarer"(_, points, ...two) {
      const scores = two.map((labels) => auccOfPoints(points, labels));
      const shares = two.map((labels, i) => {
        const dealt = dealtScores(points, labels);
        return fraction(dealt.filter((score) => compared(score, scores[i]) >= 0).length, dealt.length);
      });
      const facts = allShown({ aucc1: scores[0], aucc2: scores[1], share1: shares[0], share2: shares[1] });
      return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, shares, -1) > 0, facts);
    },
    "c-index-order"(_, points, ...two) {
      const [scores, indices] = [auccOfPoints, cIndex].map((measure) => two.map((labels) => measure(points, labels)));
      if (indices.includes(null)) return ["flat", {}];
      const facts = allShown({ aucc1: scores[0], aucc2: scores[1], index1: indices[0], index2: indices[1] });
      return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, indices, -1) > 0, facts);
    },
    "silhouette-mean"(_, points, labels) {
      const widths = silhouettes(points, labels);
      const [mean, lowest] = [meanOf(widths), smallest(widths)];
      const facts = allShown({ mean, lowest, point: points[widths.findIndex((width) => equal(width, lowest))] });
      return compared(mean, HALF) < 0 ? ["low", facts] : outcome(signOf(lowest) >= 0, facts);
    },
  };

  // -------------------------------------------------------------------------------------------------- the question

  // Two ways: a counterexample, or a reason. The sheet hides the fields of the way that is not taken.
  function breakFields({ fields, reasons }) {
    const inputs = fields.map(({ example }) => {
      const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 200 };
      return html("input", { class: "exercise-field claim-field", type: "text", placeholder: `such as ${example}`, ...plain });
    });
    const rows = fields.map(({ name }, i) => html("label", { class: "exercise-row" }, html("span", { text: name }), inputs[i]));
    const ways = optionFields(["It is false. A counterexample:", "It is true, because"], "radio");
    const chosen = optionFields(reasons, "radio");
    const options = [...ways.nodes[0].children];
    // Also what a cleared form goes back to.
    setAttributes(options[0].querySelector("input"), { checked: true });
    const parts = [
      html("div", { class: "claim-part", role: "group", "aria-label": "A counterexample" }, ...rows),
      html("div", { class: "claim-part", role: "radiogroup", "aria-label": "Reasons" }, ...chosen.nodes),
    ];
    return {
      nodes: options.map((option, i) => html("div", { class: "claim-way" }, option, parts[i])),
      read: () => ({ way: ways.read()[0] ? "true" : "false", fields: inputs.map(({ value }) => value), reason: chosen.read()[0] ?? null }),
      write({ way, fields: texts, reason }) {
        ways.write([way === "true" ? 1 : 0]);
        inputs.forEach((input, i) => (input.value = texts[i]));
        chosen.write([reason]);
      },
      isGroup: true,
    };
  }

  function judgeBreak({ claim, fields, key }, { way, fields: texts, reason }) {
    const { right: rightReason, why, says } = keyOf({ key });
    if (way === "true") {
      if (reason === null) return unclear("Choose a reason.");
      return (reason === rightReason ? right : wrong)(why[reason]);
    }
    try {
      const [names, values, said] = readAll(fields, texts);
      const [found, facts] = claims[claim](names, ...values);
      const words = says[found].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
      return (found === "broken" ? right : wrong)(`${words} ${said}`.trim());
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return unclear(error.message);
    }
  }

  kinds.break = { build: breakFields, judge: judgeBreak };
}
