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
  let index;
  try {
    // Packed, in a script that a page from a folder may load, too.
    const bytes = Uint8Array.from(atob(searchIndex), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    index = BookSearch.prepare(await new Response(text).json());
  } catch (error) {
    summary.append(`The search can't run in this browser: ${error.message}.`);
    return;
  }
  // No page has a misspelt word, so what was meant is shown at once.
  const suggestion = BookSearch.suggest(query, index);
  const { hits, whole, words } = BookSearch.find(suggestion ?? query, index);

  const nameOf = ({ kind, heading }) => (kind === "exercise" ? `Exercise: ${heading}` : heading);
  const link = (parent, { page, anchor }, label) => {
    // The page that opens marks them, as it does with those of other searches.
    const onclick = () => localStorage.setItem("sphinx_highlight_terms", words.join(" "));
    add(parent, "a", label, { href: `${page}.html${anchor && `#${anchor}`}`, onclick });
  };
  for (const { best: { entry, terms, score }, others, missing, sentence } of hits) {
    const item = add(list, "li");
    link(item, entry, entry.kind === "name" || entry.isPage ? entry.heading : `${entry.title} › ${nameOf(entry)}`);
    const context = add(item, "p", "", { className: "context" });
    for (const { text, isHit } of BookSearch.marked(sentence, terms)) {
      if (isHit) add(context, "mark", text);
      else context.append(text);
    }
    const more = add(item, "p", "", { className: "search-more" });
    const near = others.slice(0, 3).filter((other) => other.score > score / 4 && !other.entry.isPage);
    near.forEach((other, i) => {
      more.append(i ? ", " : "Also there: ");
      link(more, other.entry, nameOf(other.entry));
    });
    if (missing.length) more.append(` Without: ${missing.join(", ")}`);
  }
  const pages = (number) => `${number} ${number === 1 ? "page" : "pages"}`;
  const asWhole = `with ${words.length > 1 ? "all of these words" : "this word"}: ${pages(whole)}`;
  const rest = hits.length > whole ? `, with some of them: ${pages(hits.length - whole)}` : "";
  const instead = suggestion ? `. No page has “${query}”. These are the results for “${suggestion}”` : "";
  summary.append(`Search finished${instead}, ${hits.length ? asWhole + rest : "nothing was found"}.`);
})();
