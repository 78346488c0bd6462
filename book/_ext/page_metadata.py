"""Sphinx extension: what others ask of a page, in its head and by its buttons.

Programs that collect references find title, authors and date; catalogues find
what a page teaches and how long it takes. Who wrote the book, when and under
which licence stands in `CITATION.cff`.

Two settings of `_config.yml`, both empty at first, say where the book is. With
`html: baseurl`, its address on the web, sphinxext-opengraph describes pages for
links to them, and sphinx-sitemap lists them. With `repository: url`, a button
leads to the source of a page, and another to a report of a mistake with page,
heading and version filled in.
"""

import json
import posixpath
import re
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit

from chapter_lists import BOX
from citation import cited_file
from docutils import nodes
from parallel_writing import IN_PARALLEL
from sphinx.errors import ConfigError

TIME = re.compile(r"about (\d+) minutes to read(?:, (\d+) for the exercises)?")
LICENCES = {
    "BSD-3-Clause": "https://opensource.org/license/bsd-3-clause",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
}
SCRIPT = Path(__file__).parent / "static" / "report_mistake.js"
REPORT = """\
Page: {title} ({page})
Heading: {title}
Version: {version}

What is wrong, and what should it say?

"""
# Where an issue is filled in, by the word in the address of the provider.
ISSUES = {
    "github": "/issues/new?title={title}&body={body}",
    "gitlab": "/-/issues/new?issue[title]={title}&issue[description]={body}",
}


def check_addresses(app, config):
    """Refuse addresses that would make links that lead nowhere."""
    address = config.html_baseurl
    parts = urlsplit(address)
    usable = parts.scheme in ("http", "https") and parts.netloc
    if address and (not usable or parts.query or parts.fragment):
        raise ConfigError(
            "html: baseurl must be the address of the book, such as "
            f"https://example.org/book/, or empty. Got {address!r}."
        )
    sources = config.html_theme_options.get("repository_url", "")
    host = urlsplit(sources).hostname or ""
    if sources and not any(name in host for name in ISSUES):
        raise ConfigError(
            "repository: url must be the address of a project on GitHub or "
            f"GitLab, or empty. Got {sources!r}."
        )
    if address:
        describe_links(app, config, posixpath.join(address, ""))


def describe_links(app, config, base):
    """Switch the extensions on that need the address of the book.

    Without it the one would warn, and the other name addresses of nothing.
    """
    app.setup_extension("sphinxext.opengraph")
    config.ogp_site_url = base
    config.ogp_site_name = config.html_title
    config.ogp_use_first_image = True
    # Of a page without a figure; in its place the extension would draw a card.
    config.ogp_image = "_static/screenshot.png"
    app.setup_extension("sphinx_sitemap")
    config.site_url = base
    config.sitemap_url_scheme = "{link}"
    config.sitemap_excludes = ["search.html"]


def taught(doctree):
    """Objectives in the box of a chapter, and its minutes, exercises included.

    The page about the book has a section of that title, and no minutes; that
    of an edition names another page instead of a list.
    """
    for box in doctree.findall(
        lambda node: isinstance(node, nodes.admonition | nodes.section)
    ):
        if box[0].astext() == BOX:
            listed = next(
                box.findall(lambda one: isinstance(one, nodes.Sequential)), []
            )
            objectives = [" ".join(item.astext().split()) for item in listed]
            times = TIME.search(" ".join(box.astext().split()))
            minutes = times and sum(int(one) for one in times.groups("0"))
            return objectives, minutes
    return [], None


def author_name(one):
    """Name of an author of a citation file, the family's first."""
    return one.get("name") or f"{one['family-names']}, {one['given-names']}"


def scholarly(cited, title, within, address):
    """Give the tags of Google Scholar's list that a page of a book can fill.

    Pairs of name and content; `within` is the book, or empty for itself.
    """
    date = f"{cited['date-released']:%Y/%m/%d}"
    yield "citation_title", title
    for one in cited["authors"]:
        yield "citation_author", author_name(one)
    yield "citation_publication_date", date
    yield "citation_online_date", date
    yield "citation_language", "en"
    if within:
        yield "citation_inbook_title", within
    elif "doi" in cited:
        yield "citation_doi", cited["doi"]
    if address:
        yield "citation_fulltext_html_url", address


def learning_resource(cited, title, within, address, doctree):
    """Describe a page as schema.org does; what is not known is left out."""
    objectives, minutes = taught(doctree)
    kind = "LearningResource" if objectives else "WebPage"
    found = {
        "@context": "https://schema.org",
        "@type": kind if within else ["Book", kind],
        "name": title,
        "inLanguage": "en",
        "author": [
            {
                "@type": "Organization" if "name" in one else "Person",
                "name": author_name(one),
            }
            for one in cited["authors"]
        ],
        "datePublished": f"{cited['date-released']}",
        "version": str(cited["version"]),
        "license": [LICENCES[one] for one in cited["license"]],
        "isAccessibleForFree": True,
        "teaches": objectives,
        "timeRequired": minutes and f"PT{minutes}M",
        "url": address,
        "isPartOf": within and {"@type": "Book", "name": within},
    }
    return {key: value for key, value in found.items() if value}


def add_metadata(app, page, template, context, doctree):
    """Write what is said of a page into its head; called by Sphinx."""
    if app.builder.name != "html":
        return
    if page == "search":
        context["pageurl"] = None  # what it finds has addresses of its own
        context["metatags"] = '<meta name="robots" content="noindex" />'
    if doctree is None:
        return
    cited, base = cited_file(app.config), app.config.html_baseurl
    title = app.env.titles[page].astext().removeprefix("★ ")
    within = cited["title"]
    if page == app.config.root_doc:
        title, within = within, ""
    target = app.builder.get_target_uri(page)
    address = posixpath.join(base, target) if base else ""
    resource = learning_resource(cited, title, within, address, doctree)
    text = json.dumps(resource, ensure_ascii=False).replace("</", "<\\/")
    lines = [
        f'<meta name="{name}" content="{escape(text)}" />'
        for name, text in scholarly(cited, title, within, address)
    ]
    lines.append(f'<script type="application/ld+json">{text}</script>')
    context["metatags"] = "\n".join([context.get("metatags", ""), *lines])


def add_buttons(app, page, template, context, doctree):
    """Lead to the source of a page and to a report; called by Sphinx."""
    address = app.config.html_theme_options.get("repository_url", "")
    if not address or doctree is None or app.builder.name != "html":
        return
    provider, edit = context["get_edit_provider_and_url"]()
    title = app.env.titles[page].astext()
    version = cited_file(app.config)["version"]
    said = REPORT.format(title=title, page=page, version=version)
    report = address.rstrip("/") + ISSUES[provider.lower()].format(
        title=quote(f"Mistake in “{title}”"), body=quote(said)
    )
    flag, pencil = "fas fa-flag", "fas fa-pencil-alt"
    buttons = [
        {"type": "link", "tooltip": None}
        | {"text": text, "url": url, "icon": icon, "label": label}
        for text, url, icon, label in (
            ("Report a mistake on this page", report, flag, "report-mistake"),
            ("Edit this page", edit, pencil, "edit-page"),
        )
    ]
    group = {"type": "group", "buttons": buttons, "label": "source-buttons"}
    group |= {"tooltip": "Report or edit", "icon": flag}
    context["header_buttons"].append(group)
    app.add_js_file(None, body=SCRIPT.read_text("utf-8"))


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.setup_extension("citation")
    app.connect("config-inited", check_addresses)
    app.connect("html-page-context", add_metadata)
    # After the theme has made its list of buttons.
    app.connect("html-page-context", add_buttons, priority=502)
    return IN_PARALLEL
