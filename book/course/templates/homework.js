// A page of homework: fields for the answers, which are kept in the browser and saved as a file. There is no key in the
// page, so an answer is read and not judged. The modules of the exercises stand before this block.
{
  const { buttonControl } = modules["static/controls.js"];
  const { html } = modules["static/dom.js"];
  const { NO_NUMBER, parseNumber } = modules["static/typed_numbers.js"];
  const { digestOf } = modules["exercises/static/digest.js"];
  const { fitsForm, kinds, rich } = modules["exercises/static/exercise.js"];
  const { assignment, student, book, items } = JSON.parse(document.getElementById("homework").textContent);
  const KEPT = `aucc-teach:homework:${assignment}:${student}`;
  const life = new AbortController(); // it lasts as long as the page
  const [count, buttons, said] = ["count", "buttons", "said"].map((part) => document.querySelector(`.homework-${part}`));

  // ---------------------------------------------------------------------------------------------------- the questions

  // The claim is known to be false, so only a counterexample is asked for.
  function partitionField({ fields: [{ example }] }) {
    const field = html("input", { class: "exercise-field homework-wide", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: `such as ${example}` });
    const write = ({ fields: [text] }) => (field.value = text);
    return { nodes: [field], read: () => ({ way: "false", fields: [field.value], reason: null }), write };
  }

  const isBlank = {
    number: (text) => !text.trim(),
    break: ({ fields: [text] }) => !text.trim(),
    objects: (picked) => !picked.length,
    order: (places) => places.every((place, i) => place === i), // no question has its lines in order from the start
  };

  // Says how an answer was read, and whether it could be.
  const reading = {
    number({ places }, text) {
      const typed = parseNumber(text);
      if (!typed) return { verdict: "unclear", words: NO_NUMBER };
      return typed.places && typed.places < places ? { words: `If this is rounded, give at least ${places} decimals, or the fraction.` } : {};
    },
    // The reader of claims needs a claim with a key, so it gets one that says nothing.
    break: (seen, answer) =>
      kinds.break.judge({ ...seen, key: btoa('{"says":{"none":""}}'), script: `claims["${seen.claim}"] = () => ["none", {}];` }, answer),
  };

  function show({ id, asked, points, seen }) {
    const note = html("p", { class: "exercise-said", "aria-live": "polite" });
    const changed = (words) => {
      note.textContent = words;
      keep();
    };
    const fields = seen.kind === "break" ? partitionField(seen) : kinds[seen.kind].build(seen, life.signal, changed);
    const prompt = [...rich(seen.prompt), html("small", { text: ` [${points} point${points === 1 ? "" : "s"}] ${seen.asks ?? ""}` })];
    const place = fields.isGroup
      ? html("fieldset", {}, html("legend", {}, ...prompt), ...fields.nodes)
      : html("label", { class: "exercise-row" }, html("span", {}, ...prompt), ...fields.nodes);
    const form = html("form", { class: `exercise-question exercise-${seen.kind}` }, place, note);
    const answer = () => (isBlank[seen.kind](fields.read()) ? null : fields.read());
    const isRead = () => {
      const { verdict, words = "" } = answer() === null ? {} : (reading[seen.kind]?.(seen, answer()) ?? {});
      if (seen.kind in reading) note.replaceChildren(...rich(words));
      return verdict !== "unclear";
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => keep());
    form.addEventListener("change", isRead); // when the field is left, because a half-typed number is not yet one
    return { id, asked, seen, form, answer, isRead, write: fields.write };
  }

  const questions = [...document.querySelectorAll("[data-item]")].flatMap((box) => {
    const shown = items[box.dataset.item].questions.map(show);
    box.classList.add("demo-live");
    box.replaceChildren(...shown.map(({ form }) => form));
    return shown;
  });

  // ---------------------------------------------------------------------------------------------------- the answers

  function answersNow() {
    const at = new Date().toISOString();
    return questions.map(({ id, asked, answer }) => {
      const tries = answer() === null ? [] : [{ at, answer: answer(), verdict: "" }];
      return { id, asked, tries, solution_opened: false };
    });
  }

  function keep() {
    const answers = answersNow();
    count.textContent = `${answers.filter(({ tries }) => tries.length).length} of ${answers.length} answered.`;
    try {
      localStorage.setItem(KEPT, JSON.stringify(answers));
    } catch {
      said.textContent = "This browser doesn't keep your answers. Save them before you close the page.";
    }
  }

  // Takes over answers to these very questions; returns their number.
  function restore(answers) {
    const found = questions.flatMap((question) => {
      const answer = answers.find?.(({ id, asked }) => id === question.id && asked === question.asked)?.tries?.at(-1)?.answer;
      return fitsForm(question.seen, answer) ? [[question, answer]] : [];
    });
    for (const [question, answer] of found) question.write(answer);
    keep();
    return found.length;
  }

  function saveFile() {
    const answers = answersNow();
    const made = { format: "aucc-teach-answers", version: 1, book, assignment, student, made: new Date().toISOString(), answers };
    const file = new Blob([JSON.stringify({ ...made, digest: digestOf(answers) }, null, 1)], { type: "application/json" });
    const href = URL.createObjectURL(file);
    html("a", { href, download: "answers.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000); // once it is written
    const missing = answers.filter(({ tries }) => !tries.length).length;
    const unread = questions.filter(({ isRead }) => !isRead()).length;
    const lacks = [missing && `Questions without an answer: ${missing}.`, unread && `Answers that can't be read: ${unread}. Each has a sentence below it.`];
    said.textContent = ["Saved as answers.json, which is the file to hand in.", ...lacks.filter(Boolean)].join(" ");
  }

  const picker = html("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File of answers" });
  picker.addEventListener("change", async () => {
    const loaded = await picker.files[0]?.text().then(JSON.parse).catch(() => null);
    const n = restore(loaded?.answers ?? []);
    said.textContent = n ? `${n} answer${n === 1 ? "" : "s"} loaded.` : "This file has no answers to these questions.";
    picker.value = ""; // the same file can be chosen again
  });
  buttons.append(buttonControl("Save my answers", saveFile, life.signal, true), buttonControl("Load answers", () => picker.click(), life.signal), picker);
  try {
    restore(JSON.parse(localStorage.getItem(KEPT)) ?? []);
  } catch {
    keep(); // the browser keeps nothing, or what it has kept is not ours
  }
}
