// Colours for Python while it is typed: the classes that Pygments gives, so that the theme's sheet fits.

const KEYWORDS = new Set(
  ("and as assert async await break class continue def del elif else except finally for global if in is lambda " +
    "nonlocal not or pass raise return try while with yield").split(" "),
);
const CONSTANTS = new Set(["True", "False", "None"]);
const BUILTINS = new Set(
  ("abs all any bool dict enumerate filter float format frozenset int isinstance len list map max min next object " +
    "print range repr reversed round set sorted str sum tuple type zip").split(" "),
);
const TOKEN =
  /(#[^\n]*)|((?:\b[rbfuRBFU]{1,2})?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))|(\b(?:0[xbo][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?j?)\b)|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/gi;

function classOf([text, comment, string, number]) {
  if (comment) return "c1";
  if (string) return "s2";
  if (number) return "mi";
  if (text === "import" || text === "from") return "kn";
  if (KEYWORDS.has(text)) return "k";
  if (CONSTANTS.has(text)) return "kc";
  return BUILTINS.has(text) ? "nb" : "";
}

/** Fill an element with code, each token in its colour. */
export function highlight(element, code) {
  const parts = [];
  let end = 0;
  for (const token of code.matchAll(TOKEN)) {
    const name = classOf(token);
    if (!name) continue;
    const span = document.createElement("span");
    span.className = name;
    span.textContent = token[0];
    parts.push(code.slice(end, token.index), span);
    end = token.index + token[0].length;
  }
  element.replaceChildren(...parts, code.slice(end));
}
