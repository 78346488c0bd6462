// Keeps tries, the answers to a question that could be judged, with their times, so that readers can save and hand in more
// than the last one. An entry belongs to one wording of a question: `id` lasts, and `asked` changes with the wording.

import { save } from "./dom.js";

export const TRIES_PREFIX = "aucc-teach:tries:";
export const MOST_TRIES = 50;

// Merges tries in order, each once. If there are too many, it keeps the first one, which says most, and the last ones.
function mergedTries(one, other) {
  const each = new Map([...one, ...other].map((found) => [JSON.stringify([found.at, found.answer, found.verdict]), found]));
  const tries = [...each.values()].sort((a, b) => ((a.at ?? "") < (b.at ?? "") ? -1 : (a.at ?? "") > (b.at ?? "") ? 1 : 0));
  return tries.length > MOST_TRIES ? [tries[0], ...tries.slice(1 - MOST_TRIES)] : tries;
}

// Merges the entries of two records. An entry does not replace that of an earlier wording.
export function mergedEntries(entries, others) {
  const keyOfEntry = ({ id, asked }) => `${id} ${asked}`;
  const found = new Map(entries.map((entry) => [keyOfEntry(entry), entry]));
  for (const other of others) {
    const own = found.get(keyOfEntry(other));
    const opened = [own?.solution_opened, other.solution_opened].filter(Boolean).sort();
    const tries = mergedTries(own?.tries ?? [], other.tries);
    found.set(keyOfEntry(other), { ...own, ...other, tries, solution_opened: opened[0] ?? null });
  }
  return [...found.values()];
}

// The entries of an exercise that the browser keeps.
export function keptTries(label) {
  try {
    const kept = JSON.parse(localStorage.getItem(TRIES_PREFIX + label));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // not ours
  }
}

export const keepTries = (label, entries) => localStorage.setItem(TRIES_PREFIX + label, JSON.stringify(entries));

// Keeps the tries of some questions of an exercise, on a page or with the kernel. `taken(take)` hands over what was loaded
// from a file, now and later: take(question, entry).
export function triesKeeper({ model, page }, label, questions, signal) {
  const exercise = label.split(":")[0];
  const load = () => (page ? keptTries(exercise) : (model.get("tries") ?? []));
  const keep = (entries) => (page ? keepTries(exercise, entries) : save(model, { tries: entries }));
  const of = ({ id, asked }) => load().find((entry) => entry.id === id && entry.asked === asked);
  const merge = (question, changes) => {
    const { id, asked } = question;
    keep(mergedEntries(load(), [{ id, asked, tries: [], solution_opened: null, ...changes }]));
  };

  // An answer that can't be read is no try.
  function add(question, { answer, verdict }) {
    const at = new Date().toISOString();
    if (question.asked && verdict && verdict !== "unclear") merge(question, { tries: [{ at, answer, verdict }] });
  }

  function taken(take) {
    const loaded = questions.filter((question) => of(question)?.loaded);
    for (const question of loaded) {
      take(question, of(question));
      merge(question, { loaded: false });
    }
    return loaded.length > 0;
  }

  // The solution is folded, and however it is opened, it loses its class.
  const solution = page && document.getElementById(exercise.replace(/^ex-/, "sol-"));
  if (solution) {
    let wasHidden = solution.classList.contains("toggle-hidden");
    const watcher = new MutationObserver(() => {
      const isHidden = solution.classList.contains("toggle-hidden");
      if (wasHidden && !isHidden) for (const question of questions) merge(question, { solution_opened: new Date().toISOString() });
      wasHidden = isHidden;
    });
    watcher.observe(solution, { attributes: true, attributeFilter: ["class"] });
    signal.addEventListener("abort", () => watcher.disconnect());
  }
  return { add, taken };
}
