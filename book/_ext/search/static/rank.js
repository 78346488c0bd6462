// What a query finds in the book: minisearch finds sections and scores them, and a page is as good as its sections. It
// knows nothing of the search page, so tests can call it.
// biome-ignore lint/correctness/noUnusedVariables: the search page calls it
const BookSearch = (() => {
  const STOP =
    "a about all am an and any are as at be between by can could did do does for from get give has have how i if in " +
    "into is it its many me mean means my no not of on or our should so than that the their them there these they " +
    "this to two use vs was we were what when where which who why will with without would you your";
  // What a word weighs by where it stands, and a section by what it is and on which page.
  const FIELDS = { title: 2, heading: 2.8, text: 1.4, name: 1 };
  const KINDS = { exercise: 0.6, name: 0.45, source: 0.25, term: 0.85 };
  const PAGES = { road: 1, excursion: 0.85, back: 0.75 };
  const W = { prefix: 0.4, family: 0.55, covered: 1.5, sentence: 0.85, rest: 0.07, sent: 2, later: 0.75, size: 0.7 };
  const READ = 100; // of the sections found, those whose sentences are read
  const MOST = 200; // letters of a query that are read

  const sentencesOf = (text) => text.split(/\n|(?<=[.?!]["”)]?) +(?=["“(]?[\p{Lu}\p{N}])/u);
  // American and British spelling are one, letters have no accents, and 's is no word.
  const simple = (text) => {
    const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}|['’]s\b/gu, "");
    return plain.replace(/iz(e|ed|es|ing|ation|ations)\b/g, "is$1");
  };

  const prepare = ({ pages, stems }) => {
    const entries = pages.flatMap(([page, group, list]) =>
      list.map(([kind, anchor, heading, text = "", to = []], i) => {
        return { page, group, kind, anchor, heading, text, to, title: list[0][2], isPage: !i };
      }),
    );
    // Words of one family, and names that the glossary has for one thing, have a term in common; it begins with "=".
    const common = new Map(STOP.split(" ").map((word) => [word, ""]));
    const share = (names) => names.forEach((name) => common.set(simple(name), `=${names}`));
    for (const family of stems) share(family.split(" ").filter((word) => !common.has(word)));
    for (const { kind, heading } of entries) if (kind === "term" && heading.includes(", ")) share(heading.split(", "));
    const isLong = (name) => /[^\p{L}\p{N}_]/u.test(name);
    const long = [...common.keys()].filter(isLong).sort((a, b) => b.length - a.length);
    const names = long.map((name) => `${name.replace(/[^\p{L}\p{N} -]/gu, "\\$&")}(?![\\p{L}\\p{N}_])|`);
    const word = `(${names.join("")}[\\p{L}\\p{N}_]+)(?:['’]s)?`;
    const [WORD, WORDS] = [new RegExp(word, "iu"), new RegExp(word, "gu")];
    const split = (text) => text.split(WORD);
    const tokens = (text) => simple(text).match(WORDS) ?? [];
    const own = (word) => (common.get(word) === "" ? [] : [isLong(word) ? "" : word, common.get(word)].filter(Boolean));
    const partsOf = (word) => word.split(/[^\p{L}\p{N}]+/u).filter((part) => own(part).length);
    // A long name is its words, too, and the name of a function its parts.
    const known = new Map();
    const termsOf = (word) =>
      known.get(word) ?? known.set(word, [...new Set([word, ...partsOf(word)].flatMap(own))]).get(word);
    const engine = new MiniSearch({ fields: Object.keys(FIELDS), tokenize: tokens, processTerm: termsOf });
    const fieldsOf = ({ kind, isPage, title, heading, text }) =>
      kind === "name" ? { name: heading, text } : { title: isPage ? "" : title, heading, text };
    engine.addAll(entries.map((entry, id) => ({ id, ...fieldsOf(entry) })));
    return { engine, entries, split, tokens, termsOf, own, partsOf };
  };

  // Terms are looked up as they are.
  const AS_IS = { tokenize: (term) => [term], processTerm: (term) => term };

  // A query with words of the book for those that no page has, if there are words like them.
  const suggest = (query, { engine, tokens, own }) => {
    let better = query.slice(0, MOST).toLowerCase();
    for (const word of tokens(better).filter((one) => one.length > 3 && own(one).length)) {
      if (engine.search({ queries: own(word) }, { ...AS_IS, prefix: true }).length) continue;
      const like = engine.autoSuggest(word, { ...AS_IS, prefix: false, fuzzy: 0.25 });
      better = better.replace(word, like.flatMap(({ terms }) => terms).find((term) => /^\p{L}+$/u.test(term)) ?? word);
    }
    return better === query.slice(0, MOST).toLowerCase() ? undefined : better;
  };

  // Pages with what a query asks for, the best first. If few have all of it, others follow.
  const find = (asked, { engine, entries, tokens, termsOf, own, partsOf }) => {
    // "How many" asks for a number, and both of its words are left out otherwise.
    const query = asked.trim().slice(0, MOST).replace(/\bhow many\b/gi, "number of");
    const words = [...new Set(tokens(query))].filter((word) => own(word).length);
    const things = words.map((word) => ({ word, terms: own(word), size: partsOf(word).length ** W.size }));
    const found = engine.search({ queries: things.flatMap(({ terms }) => terms) }, {
      ...AS_IS,
      prefix: (term) => term[0] !== "=" && term.length > 2,
      weights: { prefix: W.prefix, fuzzy: 0 },
      boost: FIELDS,
      boostTerm: (term) => things.find(({ terms }) => terms.includes(term)).size,
      boostDocument: (id) => KINDS[entries[id].kind] ?? 1,
    });
    // What few entries have weighs more.
    for (const thing of things) {
      const times = found.filter(({ queryTerms }) => thing.terms.some((term) => queryTerms.includes(term))).length;
      thing.weight = thing.size * Math.log(1 + entries.length / (times || entries.length / 20));
    }
    const total = things.reduce((sum, { weight }) => sum + weight, 0);
    const shareOf = (has) => things.reduce((sum, thing) => sum + thing.weight * has(thing), 0) / total;
    // The sentence with most of the query, and how much of it that, or the heading, has.
    const read = ({ heading, text }) => {
      const [first, ...sentences] = [heading, ...sentencesOf(text)].map((sentence) => {
        const said = tokens(sentence).flatMap(termsOf);
        const says = ({ word, terms }) => said.some((term) => terms.includes(term) || term.startsWith(word));
        return { sentence, share: shareOf(says) };
      });
      const [best] = sentences.sort((a, b) => b.share - a.share);
      return { sentence: best.sentence, share: Math.max(first.share, best.share) };
    };
    const begin = (entry) => [entry.page, { entry, ranked: [], has: new Set(), sent: 0 }];
    const pages = new Map(entries.filter(({ isPage }) => isPage).map(begin));
    found.forEach(({ id, score, queryTerms, terms }, place) => {
      const entry = entries[id];
      const has = ({ terms: [word, ...others] }) =>
        queryTerms.includes(word) ? 1 : W.family * others.some((term) => queryTerms.includes(term));
      const hit = { entry, terms, score: (score / queryTerms.length) * shareOf(has) ** W.covered };
      if (place < READ) hit.score *= 1 + W.sentence * read(entry).share;
      // The name of a function leads to it.
      if (entry.kind === "name" && `.${entry.heading}`.endsWith(`.${query.toLowerCase()}`)) hit.score = 1000;
      pages.get(entry.page).ranked.push(hit);
      // The glossary sends to pages that may say it in other words.
      const sent = entry.to.map((name) => pages.get(name)).filter(Boolean);
      sent.forEach((page, n) => (page.sent = Math.max(page.sent, hit.score * W.later ** n)));
      for (const page of [pages.get(entry.page), ...sent]) for (const term of queryTerms) page.has.add(term);
    });
    const hits = [...pages.values()].filter(({ has }) => has.size).map(({ entry, ranked, has, sent }) => {
      const [best, ...others] = [...ranked, { entry, terms: [], score: 0 }].sort((a, b) => b.score - a.score);
      const missing = things.filter(({ terms }) => !terms.some((term) => has.has(term)));
      const rest = W.rest * others.slice(0, 5).reduce((sum, { score }) => sum + score, 0);
      const score = (best.score + rest) * (1 - missing.length / things.length) + W.sent * sent;
      return { best, others, missing, score: PAGES[entry.group] * score };
    });
    // Of two words both have to be there; of a sentence not each.
    const isShort = words.flatMap(partsOf).length < 3;
    const isBehind = ({ missing }) => isShort && missing.length > 0;
    hits.sort((a, b) => isBehind(a) - isBehind(b) || b.score - a.score);
    const whole = hits.filter(({ missing }) => !missing.length).length;
    const isShown = ({ missing }, place) => !missing.length || (place < 10 && (whole < 5 || !isShort));
    const shown = hits.filter(isShown).map((hit) => ({ ...hit, sentence: read(hit.best.entry).sentence }));
    return { hits: shown, whole, words };
  };

  // A sentence in parts, of which every second is a word; those that were found are marked.
  const marked = (sentence, found, { split, tokens, termsOf }) => {
    const isHit = (text) => tokens(text).flatMap(termsOf).some((term) => found.includes(term));
    return split(sentence).map((text, i) => ({ text, isHit: i % 2 > 0 && isHit(text) }));
  };

  // The index as the book has it: packed, in a script that a page from a folder may load, too.
  const open = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return prepare(await new Response(text).json());
  };

  return { open, prepare, find, suggest, marked };
})();
