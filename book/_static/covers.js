// What follows a prediction is covered until the reader has predicted, or asks to see it. It keeps its place and its
// height; inert, it is neither read out nor found, and no key or pointer reaches it.
(() => {
  const ALWAYS = "aucc-teach:always-shown";
  const SHOWN = "aucc-teach:exercise:shown:"; // forgotten with the answers
  const recall = (key) => localStorage.getItem(key) === "yes";
  const keep = (key, isSo) => localStorage.setItem(key, isSo ? "yes" : "no");

  const covers = new Map([...document.querySelectorAll(".covered")].map((place) => [place.dataset.until, { place }]));
  let isBroken = false;

  function update() {
    for (const [label, { place, note, isMade, button, always }] of covers) {
      const isShown = recall(ALWAYS) || recall(SHOWN + label);
      place.inert = !(isBroken || isMade || isShown);
      note.hidden = !place.inert;
      if (!button) continue;
      button.hidden = !place.inert;
      always.hidden = isMade || !isShown;
      always.firstChild.checked = recall(ALWAYS);
    }
  }

  for (const cover of covers.values()) {
    cover.note = document.createElement("p");
    cover.note.className = "covered-note";
    cover.note.textContent = "Covered until you predict";
    cover.place.before(cover.note);
  }
  update();

  function show(place) {
    if (!place?.inert) return;
    keep(SHOWN + place.dataset.until, true);
    update();
  }

  // Beside the button that commits, and below it.
  function addControls(cover, form) {
    const commit = form.querySelector("button[type=submit]");
    const buttons = document.createElement("span");
    buttons.className = "covered-buttons";
    commit.replaceWith(buttons);
    cover.button = document.createElement("button");
    cover.button.type = "button";
    cover.button.className = "demo-button";
    cover.button.textContent = "Just show me";
    cover.button.addEventListener("click", () => {
      show(cover.place);
      // The button is gone: reading goes on with what it has uncovered.
      cover.place.tabIndex = -1;
      cover.place.focus({ preventScroll: true });
    });
    buttons.append(commit, cover.button);
    const box = document.createElement("input");
    box.type = "checkbox";
    box.addEventListener("change", () => {
      keep(ALWAYS, box.checked);
      update();
    });
    cover.always = document.createElement("label");
    cover.always.className = "covered-always";
    cover.always.append(box, "Always show results");
    form.after(cover.always);
  }

  document.addEventListener("exercise-updated", ({ target }) => {
    const cover = covers.get(target.parentNode.dataset.label);
    if (!cover) return;
    cover.isMade = target.classList.contains("exercise-done");
    if (!cover.button) addControls(cover, target.querySelector("form"));
    update();
  });

  // A link may lead to what is covered, or to a state of a demo there. A script that follows it changes no address.
  const showAt = ({ hash }) => show(document.getElementById(hash.slice(1))?.closest(".covered"));
  showAt(location);
  addEventListener("hashchange", () => showAt(location));
  document.addEventListener("click", ({ target }) => showAt(target.closest("a[href^='#']") ?? { hash: "" }), true);
  document.addEventListener("demo-link", ({ target }) => show(target.closest(".covered")), true);

  // Another window, or a way back.
  addEventListener("storage", update);
  addEventListener("pageshow", update);
  // Without the script of the exercises nobody could predict.
  addEventListener("load", () => {
    isBroken = !globalThis.auccDemos?.views.exercise;
    update();
  });
})();
