"""How large a figure's letters are on a phone."""

WIDTH = 342  # pixels, of a page of 360


def smallest_letters(figure, width):
    """Return the size, in points, that a figure's smallest letters have on a phone, or None if it has none.

    The width is that of its picture in pixels. Sub- and superscripts count with the letters they belong to.
    """
    sizes = []
    renderer = figure.canvas.get_renderer()
    draw_text = renderer.draw_text

    def note_size(gc, x, y, text, properties, *args, **options):
        if text.strip():
            sizes.append(properties.get_size_in_points())
        draw_text(gc, x, y, text, properties, *args, **options)

    # What is drawn, and nothing else: neither empty labels nor those of hidden axes.
    renderer.draw_text = note_size
    try:
        figure.draw(renderer)
    finally:
        del renderer.draw_text
    return min(sizes) * min(1, WIDTH / width) if sizes else None
