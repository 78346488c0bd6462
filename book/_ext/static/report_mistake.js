// The report of a mistake names the heading that is in view when it is asked for, and the commit of the pages.
addEventListener("DOMContentLoaded", () => {
  const link = document.querySelector("a.btn-report-mistake");
  const words = (heading) =>
    [...heading.childNodes]
      .filter((node) => !node.classList?.contains("headerlink"))
      .map((node) => node.textContent)
      .join("")
      .trim();
  const fillIn = () => {
    const headings = [...document.querySelectorAll(".bd-article :is(h1, h2, h3, h4)")];
    const above = headings.findLast((one) => one.getBoundingClientRect().top < innerHeight / 2) ?? headings[0];
    const place = above.closest("section[id]");
    const address = new URL(link.href);
    for (const [name, text] of [...address.searchParams]) {
      const filled = text
        .replace(/^Heading: .*$/m, () => `Heading: ${words(above)}${place ? ` (#${place.id})` : ""}`)
        .replace(/^Version: .*$/m, () => `Version: ${document.querySelector("[data-build]").textContent}`);
      address.searchParams.set(name, filled);
    }
    link.href = address;
  };
  for (const event of ["click", "auxclick", "contextmenu"]) link.addEventListener(event, fillIn);
});
