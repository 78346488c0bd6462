// The page on which a table is judged: it sends settings to the page's Python, and shows the answers.
//
// A run has two cells: the first reads the table, the second looks at it and judges it. Python keeps the result of the
// first, so a new choice of columns reads nothing again. When settings change, the run under way is ended.

(() => {
  // The memory of a page holds no more, with all that is made of it; the command takes four times as much.
  const MOST_MEGABYTES = 50;
  const TOO_LARGE = `the file must not be larger than ${MOST_MEGABYTES} MB. Cut it down to a sample of rows.`;
  const FOLDER = "/judge";
  const AFTER_A_CHANGE = 400;
  const BETWEEN_WORDS = 15000;
  const SAMPLES = [
    ["penguins.csv", "Penguins"],
    ["iris.csv", "Irises"],
    ["wine.csv", "Wines"],
    ["tumours.csv", "Tumours"],
  ];
  // How a file is written. The first choice leaves it to be found out.
  const WRITTEN = {
    separator: ["Separator", ["", "comma", "semicolon", "tab", "bar"]],
    decimal: ["Decimals", ["", "point", "comma"]],
    thousands: ["Thousands", ["", "none", "point", "comma", "space", "apostrophe"]],
    encoding: ["Encoding", ["", "utf-8", "cp1252", "utf-16", "latin-1"]],
  };

  const session = globalThis.livePython;
  const without = document.querySelector(".judge-without");
  if (!session || !without) return;

  const make = (name, { text, ...attributes } = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...(text === undefined ? [] : [text]), ...children);
    return element;
  };
  const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  // ---- The form and the report

  const choice = ([name, [title, words]]) =>
    `<label>${title}<select name="${name}">
      ${words.map((word) => `<option value="${word}">${word || "found out"}</option>`).join("")}
    </select></label>`;
  const form = make("div", { class: "judge" });
  form.innerHTML = `
    <div class="judge-drop" data-part="drop">
      <label for="judge-table">Table</label>
      <textarea id="judge-table" data-part="table" rows="6" spellcheck="false" autocomplete="off"
        placeholder="Paste cells, column names first"></textarea>
      <div class="judge-row">
        <button type="button" data-part="choose">Choose a file</button>
        <input type="file" data-part="chooser" accept=".csv,.tsv,.txt,.gz,.xlsx,text/csv,application/gzip" hidden>
        <span>or drop one here.</span>
      </div>
      <div class="judge-row" role="group" aria-label="Samples" data-part="samples"><span>Samples:</span></div>
      <p class="judge-doing" data-part="called"></p>
      <details data-part="asWritten">
        <summary>How the file is written</summary>
        <div class="judge-row">${Object.entries(WRITTEN).map(choice).join("")}</div>
      </details>
    </div>
    <div class="judge-row">
      <button type="button" class="judge-go" data-part="go">Judge</button>
      <button type="button" data-part="halt" disabled>Stop</button>
    </div>
    <p class="judge-status" role="status" data-part="status"></p>
    <progress aria-label="How far the work is" max="1" hidden data-part="bar"></progress>
    <p class="judge-doing" data-part="doing"></p>
    <section class="judge-report" role="region" aria-label="Report" hidden data-part="report">
      <div data-part="came"></div>
      <fieldset hidden data-part="switches"></fieldset>
      <div class="judge-row" hidden data-part="choices">
        <label>Known groups, compared with in the end<select data-part="classes"></select></label>
        <label>A clustering that you have, to be judged<select data-part="labels"></select></label>
        <label>Skewed columns<select data-part="transform">
          <option value="none">as they are</option>
          <option value="log">their logarithms</option>
          <option value="yeo-johnson">a power of them</option>
        </select></label>
      </div>
      <div data-part="downloads"></div>
      <div data-part="result"></div>
      <details class="judge-look" open hidden data-part="folded">
        <summary>Before any clustering</summary>
        <div data-part="look"></div>
      </details>
    </section>`;
  const parts = Object.fromEntries([...form.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]));
  const { drop, table, chooser, called, asWritten, halt, status, bar, doing } = parts;
  const { report, came, switches, choices, classes, labels, transform, downloads, result, folded, look } = parts;
  const written = Object.fromEntries(Object.keys(WRITTEN).map((name) => [name, form.querySelector(`[name=${name}]`)]));
  for (const [name, title] of SAMPLES) {
    const sample = make("button", { type: "button", text: title });
    sample.onclick = () => take({ name, isSample: true }) || judge();
    parts.samples.append(sample);
  }
  table.oninput = edited;
  parts.choose.onclick = () => chooser.click();
  chooser.onchange = () => chooser.files.length && takeFile(chooser.files[0]);
  for (const select of Object.values(written)) select.onchange = rewritten;
  for (const select of [classes, labels, transform]) select.onchange = changed;
  parts.go.onclick = judge;
  halt.onclick = () => stop("Stopped. Judge goes on with what is known.");
  without.replaceWith(form);

  const say = (text, isRefused = false) => {
    status.textContent = text;
    status.classList.toggle("judge-refused", isRefused);
  };

  // ---- The table

  const view = {
    // The table: its name, and the reader's file or a sample; null if it is the text of the field.
    source: null,
    // The files for Python, made once for each table: Python knows its state again by them.
    files: null,
    // Names of the chosen columns; null while they are those that the report chooses.
    columns: null,
    suggested: [],
    // Counts the runs: events of an older one are ignored.
    asked: 0,
    last: Promise.resolve(),
    isRunning: false,
    hasJudged: false,
    urls: [],
  };

  function take(source) {
    stop("");
    Object.assign(view, { source, files: null, columns: null, suggested: [] });
    if (source) table.value = "";
    for (const select of Object.values(written)) select.value = "";
    called.textContent = source ? `The table is ${source.name}${source.file ? `, ${Math.ceil(source.file.size / 1024)} KB` : ""}.` : "";
    show(null);
  }

  /** The text of the field becomes the table; the choices for reading it stay. */
  function edited() {
    if (view.source) return take(null);
    stop("");
    Object.assign(view, { files: null, columns: null });
    show(null);
  }

  function takeFile(file) {
    take({ name: file.name || "table.csv", file });
    chooser.value = "";
    judge();
  }

  /** The name of the table; its bytes are kept for Python, unless it is a sample. */
  async function given() {
    if (view.source?.isSample) return view.source.name;
    const name = view.source?.name ?? (isTabbed() ? "table.tsv" : "table.csv");
    if (!view.files) {
      const bytes = view.source ? await view.source.file.arrayBuffer() : new TextEncoder().encode(table.value);
      view.files = { [`${FOLDER}/${name}`]: new Uint8Array(bytes) };
    }
    return name;
  }

  const isTabbed = () => !view.source && table.value.split("\n", 1)[0].includes("\t");

  function refusal() {
    const size = view.source ? (view.source.file?.size ?? 0) : table.value.length;
    if (size > MOST_MEGABYTES * 2 ** 20) return TOO_LARGE;
    if (!view.source && !table.value.trim()) {
      table.focus();
      return "Paste cells into the table, choose a file, or press a sample.";
    }
    return null;
  }

  // ---- Running

  /** Two cells for Python. Settings travel as JSON in a string literal, which both languages write alike. */
  function cells(name) {
    const text = (value) => JSON.stringify(JSON.stringify(value));
    const found = Object.fromEntries(Object.entries(written).map(([option, { value }]) => [option, value || null]));
    if (!found.separator && isTabbed()) found.separator = "tab";
    const read = { table: name, is_sample: Boolean(view.source?.isSample), ...found };
    const chosen = { columns: view.columns, classes: classes.value || null, labels: labels.value || null, transform: transform.value };
    return [
      "import live_cells\nfrom aucc_report._judge_page import Stages\n" +
        `stages = Stages(${text(read)}, ${JSON.stringify(FOLDER)}, live_cells.send)`,
      `stages.look(${text(chosen)})\nstages.judge()`,
    ].map((source, number) => ({ number, source }));
  }

  /** Judge the table with the present settings, once the run under way has ended. */
  async function judge() {
    const why = refusal();
    if (why) return say(why, true);
    stop("");
    view.asked += 1;
    const own = view.asked;
    await view.last;
    if (own === view.asked) view.last = run(own);
  }

  async function run(own) {
    const isCurrent = () => own === view.asked;
    view.isRunning = view.hasJudged = true;
    halt.disabled = false;
    bar.hidden = false;
    bar.removeAttribute("value");
    clear();
    report.setAttribute("aria-busy", "true");
    const start = performance.now();
    let question = null;
    let refused = null;
    let judged = null;
    let spoken = 0;
    const heard = (event) => {
      if (!isCurrent()) return session.stop();
      if (event.kind === "begin") say(["Reading the table", "Looking at its columns"][event.cell]);
      else if (event.kind === "came in") show(event);
      else if (event.kind === "look") {
        say("Calibrating");
        look.innerHTML = event.html;
        folded.hidden = false;
        folded.open = true;
      } else if (event.kind === "progress") {
        bar.value = event.done / event.total;
        doing.textContent = event.what;
        const about = event.what.match(/\(about .*\)$/)?.[0];
        if (about && performance.now() - spoken > BETWEEN_WORDS) {
          spoken = performance.now();
          say(`Calibrating: ${Math.round((100 * event.done) / event.total)} percent ${about}`);
        }
      } else if (event.kind === "judged") judged = event;
      else if (event.kind === "asked") {
        // Whoever presses Judge again has chosen these columns.
        question = event.text;
        view.columns = view.suggested;
      } else if (event.kind === "refused") refused = event.text;
      else if (event.kind === "error") refused ??= event.message;
    };
    try {
      const name = await given();
      const isDone = await session.run(cells(name), heard, {
        onStatus: (text) => (isCurrent() ? say(text) : session.stop()),
        files: view.files,
      });
      if (!isCurrent()) return;
      if (isDone) await showReport(name, judged, Math.round((performance.now() - start) / 1000));
      else if (question) say(`First a question: ${question}`);
      else fail(refused);
    } catch (error) {
      // A run that was ended reports no error.
      if (!isCurrent()) return;
      session.stop();
      say(`Python could not run: ${error.message}`, true);
    } finally {
      if (isCurrent()) idle();
    }
  }

  function fail(sentence) {
    say(`Error: ${sentence}`, true);
    if (Object.values(WRITTEN).some(([title]) => sentence.includes(title))) asWritten.open = true;
  }

  function idle() {
    view.isRunning = false;
    halt.disabled = true;
    bar.hidden = true;
    doing.textContent = "";
    report.removeAttribute("aria-busy");
  }

  function stop(words) {
    if (!view.isRunning) return;
    view.asked += 1;
    session.stop();
    idle();
    say(words);
  }

  let waiting;
  /** Judge the table again after a change of settings, if it was judged before. */
  function changed() {
    clearTimeout(waiting);
    if (!view.hasJudged || !(view.source || table.value.trim())) return;
    stop("");
    clear();
    say("Judged again, with other settings");
    waiting = setTimeout(judge, AFTER_A_CHANGE);
  }

  /** Forget the chosen columns: read in another way, the table may have others. */
  function rewritten() {
    view.columns = null;
    changed();
  }

  // ---- The answers

  /** Remove the results of other settings. */
  function clear() {
    result.replaceChildren();
    downloads.replaceChildren();
    look.replaceChildren();
    folded.hidden = true;
    for (const url of view.urls.splice(0)) URL.revokeObjectURL(url);
  }

  /** Show the first answer: what came in, what was left out, and a switch for each column. */
  function show(event) {
    report.hidden = !event;
    if (!event) {
      say("");
      clear();
      for (const select of [classes, labels]) select.replaceChildren();
      transform.value = "none";
      switches.replaceChildren();
      return;
    }
    const used = event.columns.filter((one) => one.used).map((one) => one.name);
    if (!view.columns) view.suggested = used;
    const gone = Object.entries(event.left_out).map(([why, count]) => `${why}: ${count}`);
    const left = Object.values(event.left_out).reduce((sum, count) => sum + count, 0);
    came.replaceChildren(
      make("p", {
        text:
          `${event.table} has ${counted(event.rows, "row")} and ${counted(event.columns.length, "column")}. ` +
          `Used: ${counted(event.rows - left, "row")} and ${counted(used.length, "column")}. ` +
          `Left out: ${counted(left, "row")}${left ? ` (${gone.join("; ")})` : ""} and ${counted(event.columns.length - used.length, "column")}.`,
      }),
      ...event.notes.map((note) => make("p", { text: note })),
    );
    // Columns used by default come first, and those that cannot be used last; the order stays.
    const place = ({ name, can_be_used: canBeUsed }) => (view.suggested.includes(name) ? 0 : canBeUsed ? 1 : 2);
    showSwitches(event.columns.toSorted((one, other) => place(one) - place(other)));
    const options = ["", ...event.classes];
    for (const select of [classes, labels]) {
      if ([...select.options].map((one) => one.value).join("\n") !== options.join("\n")) {
        select.replaceChildren(...options.map((name) => make("option", { value: name, text: name || "(none)" })));
      }
    }
    choices.hidden = false;
  }

  /** Show the switches; while the columns are the same, their elements and the focus stay. */
  function showSwitches(columns) {
    switches.hidden = false;
    const names = columns.map((one) => one.name);
    let boxes = [...switches.querySelectorAll("input")];
    if (boxes.map((one) => one.value).join("\n") !== names.join("\n")) {
      const rows = names.map((name, i) =>
        make(
          "div",
          { class: "judge-column" },
          make("input", { type: "checkbox", id: `judge-column-${i}`, value: name }),
          make("label", { for: `judge-column-${i}`, text: name }),
          make("small"),
        ),
      );
      switches.replaceChildren(make("legend", { text: "Columns" }), ...rows);
      boxes = [...switches.querySelectorAll("input")];
      for (const box of boxes) box.onchange = chosen;
    }
    columns.forEach(({ used, reason, can_be_used: canBeUsed }, i) => {
      boxes[i].checked = used;
      boxes[i].disabled = !canBeUsed;
      boxes[i].parentElement.querySelector("small").textContent = reason;
    });
  }

  function chosen() {
    const names = [...switches.querySelectorAll("input:checked")].map((one) => one.value);
    view.columns = names.join("\n") === view.suggested.join("\n") ? null : names;
    changed();
  }

  async function showReport(name, { headline }, seconds) {
    const read = (path) => session.get(`${FOLDER}/${path}`);
    const [part, page, rows, own] = await Promise.all(["part.html", "report.html", "rows.csv", name].map(read));
    // The package has escaped everything that came from the table.
    result.innerHTML = new TextDecoder().decode(part);
    folded.open = false;
    const link = (file, data, type, text) => {
      const url = URL.createObjectURL(new Blob([data], { type }));
      view.urls.push(url);
      return make("a", { class: "judge-download", href: url, download: file, text });
    };
    const stem = name.replace(/\.\w+$/, "");
    downloads.replaceChildren(
      make(
        "div",
        { class: "judge-row", role: "group", "aria-label": "Download" },
        link(`${stem}-report.html`, page, "text/html", "Save the page"),
        link("rows.csv", rows, "text/csv", "Save rows.csv"),
        ...(view.source?.file ? [] : [link(name, own, "text/csv", `Save the table, ${name}`)]),
      ),
    );
    say(`Done in ${seconds} s: ${headline}`);
  }

  // ---- Files dropped anywhere on the page, and leaving the page

  addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("judge-over");
  });
  addEventListener("dragleave", () => drop.classList.remove("judge-over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("judge-over");
    const file = event.dataTransfer.files[0];
    if (file) return takeFile(file);
    const text = event.dataTransfer.getData("text");
    if (!text) return undefined;
    take(null);
    table.value = text;
  });
  addEventListener("pagehide", () => {
    stop("Stopped, because the page was left.");
    session.stop();
  });
})();
