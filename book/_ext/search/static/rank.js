// What a query finds in the index of the book, and in which order. It knows nothing of the page, so tests can call it.
// biome-ignore lint/correctness/noUnusedVariables: the search page calls it
const BookSearch = (() => {
  const STOP = new Set(
    (
      "a about all am an and any are as at be between by can could did do does for from get give has have how i if in " +
      "into is it its many me mean means my no not of on or our should so than that the their them there these they " +
      "this to two use vs was we were what when where which who why will with without would you your"
    ).split(" "),
  );
  const LONGEST = 200; // letters of a query that are read
  // What a word weighs by where it stands, and a hit by what it is.
  const IN = { title: 1.75, own: 3, heading: 4, text: 1.5, beside: 1, sentence: 1.2, whole: 1.8 };
  const PAGE = { sent: 1.4, rest: 0.1, lost: 0.6, covered: 1.5 };
  const LIKE = { family: 0.55, beginning: 0.42, otherName: 0.8 };
  const KINDS = { definition: 1.1, exercise: 0.6, name: 0.45, source: 0.25, term: 0.85 };
  const PAGES = { road: 1, excursion: 0.85, back: 0.55 };

  // American and British spelling are one, letters have no accents, and 's is no word.
  const simple = (text) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}|['’]s\b/gu, "")
      .replace(/iz(e|ed|es|ing|ation|ations)\b/g, "is$1");
  const split = (text) => simple(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const sentencesOf = (text) => text.split(/\n|(?<=[.?!]["”)]?) +(?=["“(]?[\p{Lu}\p{N}])/u);
  const asked = (text) => split(text).filter((word) => !STOP.has(word));
  // The name of a function is a word, and so are its parts.
  const wordsOf = (text) => asked(text).flatMap((word) => (/\w_\w/.test(word) ? [word, ...word.split("_")] : [word]));

  const prepare = ({ pages, stems }) => {
    const families = new Map();
    for (const family of stems.map((words) => words.split(" ").map(simple))) {
      for (const word of family) families.set(word, family);
    }
    const known = new Map(); // each word of the book, and how many entries have it
    const names = []; // of what the glossary calls by more than one
    const sent = new Map(); // pages to which the glossary sends its readers, and its entries
    const read = pages.map(([name, kind, list, code = ""]) => {
      const inTitle = wordsOf(list[0][2]);
      const entries = list.map(([kindOf, anchor, heading, text = "", to = []]) => {
        const sentences = [heading, ...sentencesOf(text)].map(wordsOf);
        const words = sentences.flat();
        const counts = new Map();
        for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
        for (const word of counts.keys()) known.set(word, (known.get(word) ?? 0) + 1);
        const inHeading = wordsOf(heading);
        if (kindOf === "term" && heading.includes(", ")) names.push(heading.split(", ").map(asked));
        const entry = { kind: kindOf, anchor, heading, text, sentences, words, counts, inHeading, said: asked(heading).join(" ") };
        to.forEach((page, place) => sent.set(page, [...(sent.get(page) ?? []), { entry, weight: 0.9 ** place }]));
        return entry;
      });
      const coded = new Set(wordsOf(code));
      for (const word of coded) if (!known.has(word)) known.set(word, 1);
      const all = new Set([...coded, ...entries.flatMap(({ words }) => words)]);
      return { name, kind, title: list[0][2], entries, inTitle, all };
    });
    for (const page of read) {
      page.terms = sent.get(page.name) ?? [];
      for (const { entry } of page.terms) for (const word of entry.inHeading) page.all.add(word);
    }
    const total = read.reduce((sum, page) => sum + page.entries.length, 0);
    return { pages: read, families, known, names, total };
  };

  // How many letters are to be changed, left out, put in or exchanged; more than `most` are too many.
  const distance = (a, b, most) => {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
        if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return last[b.length];
  };

  // The word of the book to which a misspelt one is nearest, and of these the most frequent.
  const meant = (word, { known }) => {
    const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    let best;
    for (const [other, times] of known) {
      const far = other.length < 4 || /[\d_]/.test(other) ? most + 1 : distance(word, other, most);
      if (far > most) continue;
      if (!best || far < best.far || (far === best.far && times > best.times)) best = { other, far, times };
    }
    return best?.other;
  };

  // Words of the book for which a word of a query stands, with weights: itself, its family, and what begins with it.
  const meaningsOf = (word, { families, known }) => {
    const found = new Map();
    if (word.length > 2) {
      for (const other of known.keys()) if (other.startsWith(word)) found.set(other, LIKE.beginning);
    }
    for (const other of families.get(word) ?? []) found.set(other, LIKE.family);
    if (known.has(word)) found.set(word, 1);
    return found;
  };
  const rarity = (meanings, { known, total }) => {
    let entries = 0;
    for (const [word, weight] of meanings) if (weight > LIKE.beginning) entries += known.get(word) ?? 0;
    return Math.log(1 + total / (entries || total / 20)) ** 0.75;
  };

  // A query as a list of things; words that every page has are none. A thing is asked for in one way, or in more where
  // the glossary has other names for it.
  const parse = (query, index) => {
    // "How many" asks for a number, and both of its words are left out otherwise.
    const text = query.slice(0, LONGEST).replace(/\bhow many\b/gi, "number of");
    const read = asked(text).flatMap((word) => (index.known.has(word) ? [word] : word.split("_")));
    const words = [...new Set(read.filter(Boolean))];
    const things = [];
    for (let i = 0; i < words.length; ) {
      const at = ({ length }) => words.slice(i, i + length).join(" ");
      let [own, others] = [[words[i]], []];
      for (const names of index.names) {
        const name = names.find((one) => one.length >= own.length + (others.length > 0) && one.join(" ") === at(one));
        if (name) [own, others] = [name, names.filter((one) => one !== name)];
      }
      const ways = [own, ...others].map((way) => way.map((word) => meaningsOf(word, index)));
      things.push({ words: own, ways, weight: ways[0].reduce((sum, word) => sum + rarity(word, index), 0) });
      i += own.length;
    }
    return things;
  };

  // A word is more in a short heading than in a long one.
  const part = (heading) => 0.4 + 0.6 / Math.sqrt(split(heading).length);

  // What a word of the query weighs in an entry: most where it is written just so.
  const strength = (meanings, entry, page) => {
    let [best, like] = [0, 0];
    const isFirst = entry === page.entries[0];
    for (const [word, weight] of meanings) {
      let found = 0;
      const times = entry.counts.get(word);
      if (times) found += (IN.text * times) / (times + 1 + entry.words.length / 150);
      if (entry.inHeading.includes(word)) found += IN.heading * part(entry.heading);
      if (page.inTitle.includes(word)) found += (isFirst ? IN.own : IN.title) * part(page.title);
      if (weight * found > best) [best, like] = [weight * found, weight];
    }
    return { best, like };
  };
  // The same of a thing, by the way in which the entry has it best; and how much of it is said just so.
  const ofThing = ({ ways, weight }, entry, page) => {
    let found = { score: 0, said: 0 };
    ways.forEach((way, i) => {
      const parts = way.map((word) => strength(word, entry, page));
      const sum = parts.reduce((all, { best }) => all + best, 0);
      const score = parts.every(({ best }) => best) ? (weight * (i ? LIKE.otherName : 1) * sum) / parts.length : 0;
      if (score > found.score) found = { score, said: weight * Math.sqrt(Math.min(...parts.map(({ like }) => like))) };
    });
    return found;
  };

  // How much of the query one sentence has, and what of it stands side by side; one thing alone is nothing more.
  const together = (words, { things, lookup, pairs }) => {
    const has = new Map();
    for (const word of words) {
      for (const [meanings, weight] of lookup.get(word) ?? []) has.set(meanings, Math.max(has.get(meanings) ?? 0, weight));
    }
    if (has.size < 2) return 0;
    const leastOf = (way) => Math.min(...way.map((one) => has.get(one) ?? 0));
    const parts = things.map(({ ways, weight }) => weight * Math.max(...ways.map(leastOf)));
    const sum = parts.filter(Boolean).length > 1 ? parts.reduce((all, one) => all + one, 0) : 0;
    return pairs.reduce((all, { a, b, weight }) => {
      const isBeside = has.has(a) && has.has(b) && words.some((word, i) => b.has(word) && a.has(words[i - 1]));
      return all + (isBeside ? IN.beside * weight * Math.min(has.get(a), has.get(b)) : 0);
    }, IN.sentence * sum);
  };

  const scoreOf = (entry, page, sought) => {
    const { things, total, words, name } = sought;
    const parts = things.map((thing) => ofThing(thing, entry, page));
    let score = parts.reduce((sum, part) => sum + part.score, 0);
    if (!score) return 0;
    const covered = parts.reduce((sum, { said }) => sum + said, 0) / total;
    const [heading, ...sentences] = entry.sentences.map((sentence) => together(sentence, sought));
    score += heading + Math.max(0, ...sentences);
    score *= covered ** PAGE.covered * (KINDS[entry.kind] ?? 1);
    if (entry.said === words) score *= IN.whole;
    // The name of a function leads to it.
    const isName = entry.kind === "name" && [entry.heading, entry.heading.split(".").pop()].includes(name);
    return isName ? 1000 : score;
  };

  // What of a query a page can have at all: most pages lack most words.
  const onPage = (page, { things, pairs, ...rest }) => {
    const isHere = ([word]) => page.all.has(word);
    const kept = new Map();
    const here = (meanings) => {
      if (!kept.has(meanings)) kept.set(meanings, new Map([...meanings].filter(isHere)));
      return kept.get(meanings);
    };
    const local = things.map(({ ways, ...thing }) => ({ ...thing, ways: ways.map((way) => way.map(here)) }));
    const lookup = new Map(); // of a word: for what of the query it stands, and how well
    for (const meanings of new Set(local.flatMap(({ ways }) => ways.flat()))) {
      for (const [word, weight] of meanings) lookup.set(word, [...(lookup.get(word) ?? []), [meanings, weight]]);
    }
    return { ...rest, things: local, lookup, pairs: pairs.map(({ a, b, weight }) => ({ a: here(a), b: here(b), weight })) };
  };

  // Pages with what a query asks for, the best first. If few have all of it, others follow.
  const find = (query, index, { few = 5 } = {}) => {
    const things = parse(query, index);
    const said = things.flatMap(({ words }) => words);
    const meanings = things.flatMap(({ ways }) => ways[0]);
    const pairs = meanings.slice(1).map((b, i) => {
      const a = meanings[i];
      return { a, b, weight: Math.min(rarity(a, index), rarity(b, index)) };
    });
    const total = things.reduce((sum, { weight }) => sum + weight, 0);
    const sought = { things, pairs, total, words: said.join(" "), name: query.trim().toLowerCase() };
    const words = index.pages.find(({ entries }) => entries.some(({ kind }) => kind === "term"));
    const ofWords = words && onPage(words, sought);
    const scores = new Map(words?.entries.map((entry) => [entry, scoreOf(entry, words, ofWords)]));
    const hits = [];
    for (const page of index.pages) {
      const local = onPage(page, sought);
      const missing = local.things.filter(({ ways }) => !ways.some((way) => way.every(({ size }) => size)));
      if (missing.length === things.length) continue;
      const ranked = page.entries
        .map((entry) => ({ entry, score: scoreOf(entry, page, local) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      const rest = ranked.slice(1, 6).reduce((sum, { score }) => sum + score, 0);
      const sent = Math.max(0, ...page.terms.map(({ entry, weight }) => weight * scores.get(entry)));
      const lost = missing.reduce((sum, { words }) => sum + words.length, 0) / said.length;
      const score = PAGES[page.kind] * (((ranked[0]?.score ?? 0.1) + PAGE.rest * rest) * (1 - lost) ** PAGE.lost + PAGE.sent * sent);
      hits.push({ page, ranked, missing, score, entry: ranked[0]?.entry ?? page.entries[0] });
    }
    // Of two words both have to be there; of a sentence not each.
    const isBehind = ({ missing }) => missing.length > 0 && said.length < 3;
    hits.sort((a, b) => isBehind(a) - isBehind(b) || b.score - a.score);
    const whole = hits.filter(({ missing }) => !missing.length).length;
    const shown = hits.filter(({ missing }, place) => !missing.length || (place < 2 * few && (whole < few || said.length > 2)));
    return { hits: shown, whole, things, suggestion: suggest(query, things, index) };
  };

  // The query with words of the book for those that are none, if it has similar ones.
  const suggest = (query, things, index) => {
    const own = simple(query.trim());
    const unknown = things.flatMap(({ words, ways }) => words.filter((_, i) => !ways[0][i].size));
    const said = unknown.reduce((text, word) => text.replace(word, meant(word, index) ?? word), own);
    return said === own ? undefined : said;
  };

  // The sentence of a hit with most of what was asked for, in parts, of which some are marked.
  const excerpt = (entry, things, longest = 240) => {
    const wanted = things.flatMap(({ ways, weight }) =>
      ways.flatMap((way) => way.map((meanings) => ({ meanings, weight: weight / way.length }))),
    );
    const isHit = (text) => wordsOf(text).some((word) => wanted.some(({ meanings }) => meanings.has(word)));
    let best = { value: -1, text: "" };
    for (const text of sentencesOf(entry.text)) {
      const words = wordsOf(text);
      const worth = ({ meanings, weight }) => weight * Math.max(0, ...words.map((word) => meanings.get(word) ?? 0));
      const value = wanted.reduce((sum, one) => sum + worth(one), 0);
      if (value > best.value) best = { value, text };
    }
    const pieces = best.text.split(/([\p{L}\p{N}_]+(?:['’]s)?)/u);
    const lengthOf = (from, to) => pieces.slice(from, to).join("").length;
    let [from, to] = [0, pieces.length];
    if (best.text.length > longest) {
      from = Math.max(pieces.findIndex(isHit), 0);
      for (to = from + 1; from > 0 && lengthOf(from, to) < longest / 3; ) from -= 1;
      while (to < pieces.length && lengthOf(from, to) < longest) to += 1;
    }
    const parts = pieces.slice(from, to).map((text) => ({ text, isHit: isHit(text) }));
    if (from > 0) parts.unshift({ text: "… ", isHit: false });
    if (to < pieces.length) parts.push({ text: " …", isHit: false });
    return parts;
  };

  // The index as the book has it: packed, in a script that a page from a folder may load, too.
  const open = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return prepare(await new Response(text).json());
  };

  return { open, prepare, find, excerpt };
})();
