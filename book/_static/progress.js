// How many exercises are done, from what the browser keeps of them. It never leaves the machine. Where the browser
// refuses to keep anything, nothing is shown.
(() => {
  const PREFIX = "aucc-teach:exercise:";

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

  const count = (exercises) => exercises.filter((labels) => labels.every(isDone)).length;

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

  // The list of the chapters on the front page.
  function chapterList() {
    const box = document.querySelector(".course-progress");
    const chapters = [...(box?.querySelectorAll("li") ?? [])].map((line) => ({
      place: line.querySelector("span"),
      exercises: JSON.parse(line.dataset.exercises),
    }));
    if (!chapters.length) return null;
    function update() {
      for (const { place, exercises } of chapters) say(place, `${count(exercises)} of ${exercises.length}`);
      const all = chapters.flatMap(({ exercises }) => exercises);
      say(box.querySelector("p"), `${count(all)} of ${all.length} exercises done. Only this browser knows which.`);
    }
    box.querySelector("button").addEventListener("click", () => {
      if (!confirm("Forget all your answers to the exercises? They cannot be brought back.")) return;
      for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
      update();
    });
    box.hidden = false;
    return update;
  }

  document.addEventListener("DOMContentLoaded", () => {
    try {
      localStorage.getItem(PREFIX);
    } catch {
      return;
    }
    const updates = [chapterLine(), chapterList()].filter(Boolean);
    const update = () => updates.forEach((one) => one());
    update();
    addEventListener("exercise-kept", update);
    addEventListener("storage", update); // another window
    addEventListener("pageshow", update); // after a way back
  });
})();
