// What a query finds in the book: minisearch finds sections and scores them, and a page is as good as its best one. It
// knows nothing of the search page, so tests can call it. The stemmer is Sphinx's.
// biome-ignore lint/correctness/noUnusedVariables: the search page calls it
const BookSearch = (() => {
  const STOP = new Set(
    ("a about all am an and any are as at be between by can could did do does for from get give has have how i if in " +
      "into is it its me mean means my no not of on or our should so than that the their them there these they this to " +
      "two use vs was we were what when where which who why will with without would you your").split(" "),
  );
  // What a word weighs by where it stands, and a section by what it is.
  const FIELDS = { title: 2, heading: 2.8, text: 1.4 };
  const KINDS = { exercise: 0.6, name: 0.16, source: 0.25, term: 0.85 };
  const W = { prefix: 0.4, family: 0.55, covered: 1.5, sentence: 0.85, rest: 0.07, sent: 2, later: 0.75 };
  const READ = 100; // of the sections found, those whose sentences are read
  const MOST = 200; // letters of a query that are read
  const stemmer = new Stemmer();

  // Letters have no accents, 's is no word, and the spellings of both sides of the ocean are one.
  const simple = (text) => {
    const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}|['’]s\b/gu, "");
    return plain.replace(/is(?=(e|ed|es|ing|ation|ations)\b)/g, "iz");
  };
  const split = (text) => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !STOP.has(word));
  // A word as it is written, its stem after "=", and those of the parts of a function's name.
  const known = new Map();
  const termsOf = (word) => {
    const parts = [...new Set([word, ...word.split("_")])].filter(Boolean);
    if (!known.has(word)) known.set(word, parts.flatMap((part) => [part, `=${stemmer.stemWord(part)}`]));
    return known.get(word);
  };
  const AS_IS = { tokenize: (term) => [term], processTerm: (term) => term };

  // The sentence of a section that has most of what is asked for, or its heading.
  const sentenceWith = ({ heading, text }, wordsIn, shareIn) => {
    const sentences = [heading, ...text.split(/\n|(?<=[.?!]["”)]?) +(?=["“(]?[\p{Lu}\p{N}])/u)];
    const all = sentences.map((sentence) => ({ sentence, terms: wordsIn(sentence).flatMap(termsOf) }));
    const shares = all.map(({ terms }) => shareIn(terms));
    return all[shares.indexOf(Math.max(...shares))];
  };

  const prepare = (pages) => {
    const entries = pages.flatMap(([page, weight, list]) =>
      list.map(([kind, anchor, heading, text = "", to = []], i) => {
        return { page, weight, kind, anchor, heading, text, to, title: i ? list[0][2] : "", isPage: !i };
      }),
    );
    // The short name that the glossary has for a thing stands for the long one, too.
    const named = entries.filter(({ kind }) => kind === "term").map(({ heading }) => simple(heading).split(", "));
    const shorts = new Map(named.filter(([, short]) => short?.length > 1 && !short.includes(" ")));
    const LONG = new RegExp([...shorts.keys(), "(?!)"].join("|"), "g");
    const wordsIn = (text) => split(simple(text).replace(LONG, (long) => `${long} ${shorts.get(long)}`));
    const asked = (query) => split(simple(query).replace(LONG, (long) => shorts.get(long)));
    const engine = new MiniSearch({ fields: Object.keys(FIELDS), tokenize: wordsIn, processTerm: termsOf });
    engine.addAll(entries.map((entry, id) => ({ id, ...entry })));
    return { engine, entries, wordsIn, asked };
  };

  // A query with words of the book for those that no page has, if there are words like them.
  const suggest = (query, { engine, wordsIn }) => {
    const asked = query.slice(0, MOST).toLowerCase();
    let better = asked;
    for (const word of wordsIn(asked).filter((one) => one.length > 3)) {
      if (engine.search({ queries: termsOf(word) }, { ...AS_IS, prefix: (term) => term[0] !== "=" }).length) continue;
      const like = engine.autoSuggest(word, { ...AS_IS, prefix: false, fuzzy: 0.25 });
      better = better.replace(word, like.flatMap(({ terms }) => terms).find((term) => term[0] !== "=") ?? word);
    }
    return better === asked ? undefined : better;
  };

  // Pages with what a query asks for, the best first. If few have all of it, others follow.
  const find = (query, { engine, entries, wordsIn, asked }) => {
    // "How many" asks for a number, and both of its words are left out otherwise.
    const words = [...new Set(asked(query.slice(0, MOST).replace(/\bhow many\b/gi, "number of")))];
    const wanted = words.map((word) => ({ word, terms: termsOf(word) }));
    const found = engine.search({ queries: wanted.flatMap(({ terms }) => terms) }, {
      ...AS_IS,
      prefix: (term) => term[0] !== "=" && term.length > 2,
      weights: { prefix: W.prefix, fuzzy: 0 },
      boost: FIELDS,
      boostDocument: (id) => KINDS[entries[id].kind] ?? 1,
    });
    // What few sections have weighs more; a word of one family counts less than the word itself.
    const hasOne = (terms, { terms: [word, stem] }) => (terms.includes(word) ? 1 : W.family * terms.includes(stem));
    for (const one of wanted) {
      const times = found.filter(({ queryTerms }) => hasOne(queryTerms, one)).length;
      one.weight = Math.log(1 + entries.length / (times || entries.length / 20));
    }
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0);
    const shareIn = (terms) => wanted.reduce((sum, one) => sum + one.weight * hasOne(terms, one), 0) / total;
    const begin = (entry) => [entry.page, { entry, hits: [], terms: [], sent: 0 }];
    const pages = new Map(entries.filter(({ isPage }) => isPage).map(begin));
    found.forEach(({ id, score, queryTerms, terms }, place) => {
      const entry = entries[id];
      const hit = { entry, terms, score: (score / queryTerms.length) * shareIn(queryTerms) ** W.covered };
      if (place < READ) hit.score *= 1 + W.sentence * shareIn(sentenceWith(entry, wordsIn, shareIn).terms);
      // The name of a function leads to it.
      if (entry.kind === "name" && `.${entry.heading}`.endsWith(`.${query.trim().toLowerCase()}`)) hit.score = 1000;
      // The glossary sends to pages that may say it in other words.
      const sent = entry.to.map((name) => pages.get(name)).filter(Boolean);
      sent.forEach((page, i) => (page.sent = Math.max(page.sent, hit.score * W.later ** i)));
      for (const page of [pages.get(entry.page), ...sent]) page.terms.push(...queryTerms);
      pages.get(entry.page).hits.push(hit);
    });
    const hits = [...pages.values()].filter(({ terms }) => terms.length).map(({ entry, hits, terms, sent }) => {
      const [best, ...others] = [...hits, { entry, terms: [], score: 0 }].sort((a, b) => b.score - a.score);
      const missing = wanted.filter((one) => !hasOne(terms, one)).map(({ word }) => word);
      const rest = W.rest * others.slice(0, 5).reduce((sum, { score }) => sum + score, 0);
      const score = entry.weight * ((best.score + rest) * (1 - missing.length / words.length) + W.sent * sent);
      return { best, others, missing, score };
    });
    // Of two words both have to be there; of a sentence not each.
    const isBehind = ({ missing }) => words.length < 3 && missing.length > 0;
    hits.sort((a, b) => isBehind(a) - isBehind(b) || b.score - a.score);
    const whole = hits.filter(({ missing }) => !missing.length).length;
    const isShown = ({ missing }, place) => !missing.length || (place < 10 && (whole < 5 || words.length > 2));
    const shown = hits.filter(isShown);
    for (const hit of shown) hit.sentence = sentenceWith(hit.best.entry, wordsIn, shareIn).sentence;
    return { hits: shown, whole, words };
  };

  // A sentence in parts, of which every second is a word; those that were found are marked.
  const marked = (sentence, found) =>
    sentence.split(/([\p{L}\p{N}_]+)/u).map((text, i) => {
      return { text, isHit: i % 2 > 0 && termsOf(simple(text)).some((term) => found.includes(term)) };
    });

  return { prepare, find, suggest, marked };
})();
