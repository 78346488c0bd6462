// Starts the slides when fonts and pictures are there: while a slide is out of view nothing in it can be measured.
const SMALLEST = 0.5;
const WIDTHS = [896, 832, 768, 704, 640, 576];

// A demo that is too high is drawn smaller, as wide as makes its letters largest: in a narrow one pictures are lower.
function fitDemo(body, content) {
  const scaleOf = (width) => {
    content.style.width = `${width}px`;
    return Math.min(1.25, body.clientHeight / content.offsetHeight, body.clientWidth / width);
  };
  const best = WIDTHS.reduce((one, other) => (scaleOf(other) > scaleOf(one) ? other : one));
  const scale = scaleOf(best);
  content.style.transform = `scale(${scale})`;
}

// Text that is too long for its slide gets smaller letters.
function fit(slide) {
  const body = slide.querySelector(".slide-body");
  const content = body.firstElementChild;
  if (slide.classList.contains("slide-demo")) return fitDemo(body, content);
  for (let size = 1; size >= SMALLEST; size -= 0.04) {
    content.style.fontSize = `${size}em`;
    if (body.scrollHeight <= body.clientHeight && body.scrollWidth <= body.clientWidth) break;
  }
}

async function start() {
  await document.fonts.ready;
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => null)));
  await Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    center: false,
    hash: true,
    slideNumber: "c/t",
    transition: "none",
    display: "flex",
    viewDistance: 1000, // all slides keep their layout
    mobileViewDistance: 1000,
    // In a demo, keys are the demo's.
    keyboardCondition: (event) => !event.target.closest(".demo-host"),
    plugins: [RevealNotes],
  });
  const slides = document.querySelectorAll(".slides > section");
  slides.forEach(fit);
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) fit(target.closest("section"));
  });
  for (const demo of document.querySelectorAll(".slide-demo .slide-content")) sizes.observe(demo);
  document.documentElement.dataset.ready = "";
}

start();
