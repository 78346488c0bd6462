// How many exercises are done, from what the browser keeps of them. It never leaves the machine. Where the browser
// refuses to keep anything, nothing is shown.
(() => {
  const PREFIX = "aucc-teach:exercise:";
  const TRIES = "aucc-teach:tries:";

  // What is kept of a part of an exercise: its questions, or a demo to be brought into a state.
  function isDone(label) {
    const text = localStorage.getItem(PREFIX + label);
    try {
      const kept = JSON.parse(text);
      return kept?.done === true || kept?.progress?.phase === "met";
    } catch {
      return false; // not ours
    }
  }

  // How many questions of an exercise are done by what was loaded from a file, and not shown on its page yet. What is no
  // longer asked does not count.
  function numberLoaded(label) {
    try {
      const loaded = JSON.parse(localStorage.getItem(TRIES + label)).filter((entry) => entry.loaded);
      const done = new Set(loaded.filter(({ tries }) => tries.at(-1)?.verdict !== "wrong").map(({ id }) => id));
      return [...done].filter((id) => !retired().includes(id)).length;
    } catch {
      return 0; // nothing, or not ours
    }
  }

  const retired = () => JSON.parse(document.querySelector(".course-progress")?.dataset.retired ?? "[]");
  const isAll = (labels, nQuestions) => labels.every(isDone) || numberLoaded(labels[0].split(":")[0]) >= nQuestions;
  const count = (exercises, numbers = []) => exercises.filter((labels, i) => isAll(labels, numbers[i] ?? Infinity)).length;

  // A screen reader says what changes: the same words again would be no news.
  function say(node, words) {
    if (node.textContent !== words) node.textContent = words;
  }

  // The line below the heading of a chapter's exercises.
  function chapterLine() {
    const heading = document.querySelector("section#exercises > h2");
    const boxes = [...document.querySelectorAll(".exercise")];
    const exercises = boxes
      .map((box) => [...box.querySelectorAll("[data-label]")].map(({ dataset }) => dataset.label))
      .filter((labels) => labels.length);
    if (!heading || !exercises.length) return null;
    const line = document.createElement("p");
    line.className = "exercise-progress";
    line.setAttribute("role", "status");
    heading.after(line);
    return () => say(line, `${count(exercises)} of ${exercises.length} exercises done`);
  }

  // The list of the chapters on the page about the book.
  function chapterList() {
    const box = document.querySelector(".course-progress");
    const chapters = [...(box?.querySelectorAll("li") ?? [])].map((line) => ({
      place: line.querySelector("span"),
      exercises: JSON.parse(line.dataset.exercises),
      numbers: JSON.parse(line.dataset.questions),
    }));
    if (!chapters.length) return null;
    function update() {
      for (const { place, exercises, numbers } of chapters) say(place, `${count(exercises, numbers)} of ${exercises.length}`);
      const [all, numbers] = [chapters.flatMap((one) => one.exercises), chapters.flatMap((one) => one.numbers)];
      say(box.querySelector("p"), `${count(all, numbers)} of ${all.length} exercises done. Only this browser knows which.`);
    }
    box.querySelector(":scope > button").addEventListener("click", () => {
      if (!confirm("Forget all your answers to the exercises? They cannot be brought back.")) return;
      const isAnswer = (key) => [PREFIX, TRIES].some((prefix) => key.startsWith(prefix));
      for (const key of Object.keys(localStorage)) if (isAnswer(key)) localStorage.removeItem(key);
      update();
    });
    box.hidden = false;
    return update;
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!(localStorage instanceof Storage)) return;
    const updates = [chapterLine(), chapterList()].filter(Boolean);
    const update = () => updates.forEach((one) => one());
    update();
    addEventListener("exercise-kept", update);
    addEventListener("storage", update); // another window
    addEventListener("pageshow", ({ persisted }) => persisted && update()); // after a way back
  });
})();
