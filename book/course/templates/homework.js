// A page of homework: fields for the answers, which are kept in the browser and saved as a file. There is no key in the
// page, so an answer is read and not judged. The modules of the claims and of the digest stand before this block.
{
  const { buttonControl } = modules["static/controls.js"];
  const { html } = modules["static/dom.js"];
  const { NO_NUMBER, parseNumber } = modules["static/typed_numbers.js"];
  const { digestOf } = modules["exercises/static/digest.js"];
  const { kinds, rich, unclear } = modules["exercises/static/exercise.js"];
  const { assignment, student, book, items } = JSON.parse(document.getElementById("homework").textContent);
  const KEPT = `aucc-teach:homework:${assignment}:${student}`;
  const MOST_TRIES = 50;
  const page = new AbortController();
  let released = Promise.resolve();
  document.addEventListener("pointerdown", () => {
    released = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, done, { once: true });
    });
  });

  // ---------------------------------------------------------------------------------------------------- fields

  const isBlank = (text) => !text.trim();

  function textField(attributes = {}) {
    const plain = { class: "exercise-field", type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
    return html("input", { ...plain, maxlength: 300, ...attributes });
  }

  // Says how a partition was read. The reader of claims needs a claim, so it gets an empty one.
  function readPartition(seen, answer) {
    const key = btoa(JSON.stringify({ right: null, why: [], says: { none: "" } }));
    const script = `claims[${JSON.stringify(seen.claim)}] = () => ["none", {}];`;
    return kinds.break.judge({ ...seen, key, script }, answer);
  }

  const READ = { verdict: "", words: "" };

  function readNumber({ places }, text) {
    const typed = parseNumber(text);
    if (!typed) return unclear(NO_NUMBER);
    const isShort = typed.places !== null && typed.places > 0 && typed.places < places;
    return isShort ? { ...READ, words: `If this is rounded, give at least ${places} decimals, or the fraction.` } : READ;
  }

  // Each kind has fields with read() and write(), where read() returns null without an answer, and says how one was read.
  const makers = {
    number(seen) {
      const input = textField();
      const read = () => (isBlank(input.value) ? null : input.value);
      return { nodes: [input], read, write: (answer) => (input.value = answer ?? ""), say: (answer) => readNumber(seen, answer) };
    },
    break(seen) {
      const input = textField({ class: "exercise-field homework-wide", placeholder: `such as ${seen.fields[0].example}` });
      const read = () => (isBlank(input.value) ? null : { way: "false", fields: [input.value], reason: null });
      const write = (answer) => (input.value = answer?.fields[0] ?? "");
      return { nodes: [input], read, write, say: (answer) => readPartition(seen, answer) };
    },
    objects(seen) {
      const fields = kinds.objects.build(seen);
      const read = () => (fields.read().length ? fields.read() : null);
      return { ...fields, read, write: (answer) => fields.write(answer ?? []), say: () => READ };
    },
    order(seen, changed) {
      let isMoved = false;
      const fields = kinds.order.build(seen, page.signal, (words) => {
        isMoved = true;
        changed(words);
      });
      const write = (answer) => {
        isMoved = answer !== null;
        fields.write(answer ?? seen.items.map((_, i) => i));
      };
      return { ...fields, read: () => (isMoved ? fields.read() : null), write, say: () => READ };
    },
  };

  // ---------------------------------------------------------------------------------------------------- questions

  const entries = []; // { id, asked, fields, said, tries }

  function show(question) {
    const { id, points, seen } = question;
    const said = html("p", { class: "exercise-said", "aria-live": "polite" });
    const entry = { id, asked: question.asked, tries: [], said };
    const changed = (words) => {
      said.textContent = words ?? "";
      keep();
    };
    const fields = makers[seen.kind](seen, changed);
    entry.fields = fields;
    const prompt = [...rich(seen.prompt), " ", html("span", { class: "homework-points", text: `[${+points.toPrecision(4)} point${points === 1 ? "" : "s"}]` })];
    if (seen.asks) prompt.push(" ", html("small", { class: "exercise-asks", text: seen.asks }));
    const place = fields.isGroup
      ? html("fieldset", {}, html("legend", {}, ...prompt), ...fields.nodes)
      : html("label", { class: "exercise-row" }, html("span", {}, ...prompt), ...fields.nodes);
    const form = html("form", { class: `exercise-question exercise-${seen.kind}`, novalidate: true }, place, said);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => keep());
    // Says how the answer was read, and whether it could be.
    entry.tell = () => {
      const answer = fields.read();
      const { verdict, words } = answer === null ? READ : fields.say(answer);
      said.replaceChildren(...rich(words));
      return verdict !== "unclear";
    };
    // The sentence appears when the field is left, because a half-typed number is not yet one. It moves the page, so it
    // waits for the end of a press, which would miss its button.
    form.addEventListener("change", () => released.then(() => setTimeout(entry.tell)));
    entries.push(entry);
    return form;
  }

  for (const box of document.querySelectorAll("[data-item]")) {
    box.classList.add("demo-live");
    box.firstElementChild.replaceChildren(...items[Number(box.dataset.item)].questions.map(show));
  }

  // ---------------------------------------------------------------------------------------------------- keeping

  const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  function count() {
    const n = entries.filter(({ fields }) => fields.read() !== null).length;
    document.querySelector(".homework-count").textContent = `${n} of ${entries.length} answered.`;
  }

  // Some browsers refuse to keep anything, so a file is made from the fields.
  function attempt(action) {
    try {
      return action();
    } catch {
      return null;
    }
  }

  function keep() {
    count();
    const kept = entries.map((one) => ({ id: one.id, asked: one.asked, answer: one.fields.read(), tries: one.tries }));
    attempt(() => localStorage.setItem(KEPT, JSON.stringify(kept)));
  }

  // Takes over answers to questions that are still the same; returns their number.
  function restore(kept) {
    let n = 0;
    for (const one of entries) {
      const found = kept.find(({ id, asked: question }) => id === one.id && question === one.asked);
      if (!found) continue;
      one.tries = Array.isArray(found.tries) ? found.tries.slice(-MOST_TRIES) : [];
      const answer = ("answer" in found ? found.answer : one.tries.at(-1)?.answer) ?? null;
      one.said.textContent = "";
      attempt(() => {
        one.fields.write(answer);
        n += answer !== null;
      });
    }
    return n;
  }

  // ---------------------------------------------------------------------------------------------------- the file

  // An answer that differs from the last saved one is another try.
  function file() {
    const now = new Date().toISOString();
    for (const one of entries) {
      const answer = one.fields.read();
      if (answer === null || alike(answer, one.tries.at(-1)?.answer)) continue;
      one.tries = [...one.tries, { at: now, answer, verdict: "" }].slice(-MOST_TRIES);
    }
    const answers = entries.map(({ id, asked: question, tries }) => ({ id, asked: question, tries, solution_opened: false }));
    const made = { format: "aucc-teach-answers", version: 1, book, assignment, student, made: now, answers };
    return { ...made, digest: digestOf(answers) };
  }

  const said = document.querySelector(".homework-said");

  function saveFile() {
    const blob = new Blob([JSON.stringify(file(), null, 1)], { type: "application/json" });
    const link = html("a", { href: URL.createObjectURL(blob), download: "answers.json" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    keep();
    const missing = entries.filter(({ fields }) => fields.read() === null).length;
    const unread = entries.filter(({ tell }) => !tell()).length;
    const lacks = [missing && `Questions without an answer: ${missing}.`, unread && `Answers that cannot be read: ${unread}. Each has a sentence below it.`];
    said.textContent = ["Saved as answers.json, which is the file to hand in.", ...lacks.filter(Boolean)].join(" ");
  }

  async function loadFile(given) {
    const loaded = await given.text().then(JSON.parse).catch(() => null);
    if (loaded?.format !== "aucc-teach-answers" || !Array.isArray(loaded.answers)) return "This is not a file of answers.";
    if (loaded.version !== 1) return `This page reads version 1 of the format. The file has version ${loaded.version}.`;
    if (loaded.assignment !== assignment) return `These are answers to ${loaded.assignment || "another assignment"}.`;
    if (loaded.student !== student) return `These are the answers of ${loaded.student || "somebody else"}.`;
    const n = restore(loaded.answers);
    keep();
    const damaged = loaded.digest === digestOf(loaded.answers) ? "" : " The file was changed after it had been saved.";
    return `${n} answer${n === 1 ? "" : "s"} loaded.${damaged}`;
  }

  const picker = html("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File of answers" });
  picker.addEventListener("change", async () => {
    if (picker.files.length) said.textContent = await loadFile(picker.files[0]);
    picker.value = "";
  });
  document
    .querySelector(".homework-buttons")
    .append(
      buttonControl("Save my answers", saveFile, page.signal, true),
      buttonControl("Load answers", () => picker.click(), page.signal),
      picker,
    );
  const kept = attempt(() => JSON.parse(localStorage.getItem(KEPT)));
  if (Array.isArray(kept)) attempt(() => restore(kept));
  count();
}
