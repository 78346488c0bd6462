"""How large a figure's letters are on a phone."""

WIDTH = 342  # pixels, of a page of 360


def smallest_letters(figure, width):
    """Return the size, in points, that a figure's smallest letters have on a phone, or None if it has none.

    The width is that of its picture in pixels. Sub- and superscripts count with the letters they belong to.
    """
    sizes = []
    renderer = figure.canvas.get_renderer()

    def note_size(gc, x, y, text, properties, *args, **options):
        if text.strip():
            sizes.append(properties.get_size_in_points())

    # Only what is drawn counts, neither empty labels nor those of hidden axes. Finding it needs no pixel.
    methods = {name: lambda *args, **options: None for name in dir(renderer) if name.startswith("draw_")}
    vars(renderer).update(methods | {"draw_text": note_size})
    try:
        figure.draw(renderer)
    finally:
        for name in methods:
            delattr(renderer, name)
    return min(sizes) * min(1, WIDTH / width) if sizes else None
