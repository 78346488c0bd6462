// The search page: what a query finds, as links to sections with a sentence of each. How many there are is announced.
(async () => {
  const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
  for (const field of document.querySelectorAll('input[name="q"]')) field.value = query;
  const place = document.getElementById("search-results");
  if (!query) document.getElementById("search-input-page")?.focus(); // the theme's script takes the hidden field
  if (!query || !place) return;

  const add = (parent, name, text = "", more = {}) => {
    const node = Object.assign(document.createElement(name), more);
    node.append(text);
    parent.append(node);
    return node;
  };
  add(place, "h2", "Search results");
  // What changes in it later is read out.
  const summary = add(place, "p", "", { className: "search-summary", role: "status" });
  const list = add(place, "ul", "", { className: "search" });
  if (!globalThis.DecompressionStream) {
    summary.append("This browser is too old to search the book.");
    return;
  }
  const index = await BookSearch.open(searchIndex);
  // No page has a misspelt word, so what was meant is shown at once.
  const { suggestion, ...asTyped } = BookSearch.find(query, index);
  const { hits, whole, things } = suggestion ? BookSearch.find(suggestion, index) : asTyped;

  const words = things.flatMap((thing) => thing.words);
  const link = (parent, page, entry, label) => {
    const anchor = entry.anchor || (entry.kind === "name" ? entry.heading : "");
    const address = `${page.name}.html${anchor && `#${anchor}`}`;
    // The page that opens marks them, as it does with those of other searches.
    const keep = () => localStorage.setItem("sphinx_highlight_terms", words.join(" "));
    return add(parent, "a", label, { href: address, onclick: keep });
  };
  const nameOf = ({ kind, heading }) => (kind === "exercise" ? `Exercise: ${heading}` : heading);

  for (const { page, entry, ranked, missing, score } of hits) {
    const item = add(list, "li");
    const isPage = entry === page.entries[0];
    link(item, page, entry, entry.kind === "name" || isPage ? entry.heading : `${page.title} › ${nameOf(entry)}`);
    const sentence = add(item, "p", "", { className: "context" });
    for (const { text, isHit } of BookSearch.excerpt(entry, things)) {
      if (isHit) add(sentence, "mark", text);
      else sentence.append(text);
    }
    const others = ranked.slice(1, 4).filter((other) => other.score > score / 4 && other.entry !== page.entries[0]);
    const more = add(item, "p", "", { className: "search-more" });
    if (others.length) more.append("Also there: ");
    others.forEach((other, i) => {
      if (i) more.append(", ");
      link(more, page, other.entry, nameOf(other.entry));
    });
    if (missing.length) more.append(` Without: ${missing.flatMap((thing) => thing.words).join(", ")}`);
  }
  const pages = (number) => `${number} ${number === 1 ? "page" : "pages"}`;
  const asWhole = words.length > 1 ? `with all of these words: ${pages(whole)}` : `with this word: ${pages(whole)}`;
  const rest = hits.length > whole ? `, with some of them: ${pages(hits.length - whole)}` : "";
  const instead = suggestion ? `. No page has “${query}”. These are the results for “${suggestion}”` : "";
  const found = hits.length ? `${asWhole}${rest}` : "nothing was found";
  summary.append(`Search finished${instead}, ${found}.`);
})();
