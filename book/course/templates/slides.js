// Starts the slides when fonts and pictures are there, because the sizes of slides are measured.
const SMALLEST = 0.5;
const WIDTHS = [896, 832, 768, 704, 640, 576];

// Scales a demo down to its slide, at the width that gives the largest letters: narrow demos have lower pictures.
function fitDemo(body, content) {
  const scaleOf = (width) => {
    content.style.width = `${width}px`;
    return Math.min(1.25, body.clientHeight / content.offsetHeight, body.clientWidth / width);
  };
  const best = WIDTHS.reduce((one, other) => (scaleOf(other) > scaleOf(one) ? other : one));
  const scale = scaleOf(best);
  content.style.transform = `scale(${scale})`;
}

// Gives text that is too long for its slide smaller letters.
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
    // Inside a demo, the keys belong to the demo.
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
