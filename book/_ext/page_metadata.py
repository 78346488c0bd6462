"""Sphinx extension: what others ask of a page, in its head and by its buttons.

Search engines, catalogues and readers' tools ask for its description and its
picture, how it is cited and what it teaches.

Who wrote the book, when and under which licence stands in `CITATION.cff`. Two
settings of `_config.yml`, both empty at first, say where the book is. With
`html: baseurl`, its address on the web, pages name their own addresses and
pictures, and a site map lists them. With `repository: url`, a button leads to
the source of a page, and another to a report of a mistake with page, heading
and version filled in.
"""

import json
import posixpath
import re
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape as escape_xml

from chapter_lists import BOX
from citation import cited_file
from docutils import nodes
from road import chapters_of_excursions
from sphinx.errors import ConfigError

# A sentence that is shorter says too little below a link.
SHORTEST = 80
SENTENCE_END = re.compile(r'([.?!][”")]*)\s+(?=[“"(]?[A-Z★\d])')
TIME = re.compile(r"about (\d+) minutes to read(?:, (\d+) for the exercises)?")
LICENCES = {
    "BSD-3-Clause": "https://opensource.org/license/bsd-3-clause",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
}
# Of a page without a figure.
PICTURE = "_static/screenshot.png"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
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


def description_of(doctree):
    """Say in a sentence or two what a page says first, or nothing."""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            text = " ".join(paragraph.astext().split())
            first, *more = SENTENCE_END.sub(r"\1\n", text).split("\n")
            while more and len(first) < SHORTEST:
                first = f"{first} {more.pop(0)}"
            return first
    return ""


def picture_of(doctree, folder):
    """Path of the first picture for light pages, with the text beside it."""
    for image in doctree.findall(nodes.image):
        name = posixpath.basename(image["uri"])
        if name.endswith(".png") and "only-dark" not in image["classes"]:
            return f"{folder}/{name}", image.get("alt", "")
    return PICTURE, ""


def taught(doctree):
    """Objectives in the box of a chapter, and its minutes, exercises included.

    The front page has a section of that title, and no minutes.
    """
    for box in doctree.findall(
        lambda node: isinstance(node, nodes.admonition | nodes.section)
    ):
        if box[0].astext() != BOX:
            continue
        # The front page of an edition names another page instead.
        lists = box.findall(
            lambda node: isinstance(
                node, nodes.enumerated_list | nodes.bullet_list
            )
        )
        listed = next(iter(lists), [])
        objectives = [" ".join(item.astext().split()) for item in listed]
        times = TIME.search(" ".join(box.astext().split()))
        minutes = sum(int(one) for one in times.groups("0")) if times else None
        return objectives, minutes
    return [], None


def author(one):
    """Give an author of a citation file as schema.org has it."""
    if "name" in one:
        return {"@type": "Organization", "name": one["name"]}
    names = {
        "@type": "Person",
        "givenName": one["given-names"],
        "familyName": one["family-names"],
    }
    return names | ({"@id": one["orcid"]} if "orcid" in one else {})


def scholarly(cited, title, within, address):
    """Give the tags of Google Scholar's list that a page of a book can fill.

    Pairs of name and content; `within` is the book, or empty for itself.
    """
    date = f"{cited['date-released']:%Y/%m/%d}"
    yield "citation_title", title
    for one in cited["authors"]:
        names = ("family-names", "given-names")
        full = ", ".join(one[part] for part in names if part in one)
        yield "citation_author", one.get("name", full)
    yield "citation_publication_date", date
    yield "citation_online_date", date
    yield "citation_language", "en"
    if within:
        yield "citation_inbook_title", within
    if "doi" in cited and not within:
        yield "citation_doi", cited["doi"]
    if address:
        yield "citation_fulltext_html_url", address


def learning_resource(cited, title, description, objectives, minutes, kind):
    """Describe a page as schema.org does, without what needs an address."""
    found = {
        "@context": "https://schema.org",
        "@type": "LearningResource" if objectives else "WebPage",
        "name": title,
        "description": description,
        "inLanguage": "en",
        "author": [author(one) for one in cited["authors"]],
        "datePublished": f"{cited['date-released']}",
        "version": str(cited["version"]),
        "license": [LICENCES[one] for one in cited["license"]],
        "isAccessibleForFree": True,
    }
    if objectives:
        found |= {"learningResourceType": kind, "teaches": objectives}
        level = "advanced" if kind == "excursion" else "beginner"
        found["educationalLevel"] = level
    if minutes:
        found["timeRequired"] = f"PT{minutes}M"
    if kind == "book":
        found |= {"@type": ["Book", "LearningResource"]}
        found["keywords"] = cited["keywords"]
    else:
        found["isPartOf"] = {"@type": "Book", "name": cited["title"]}
    return found


def address_of(app, target):
    """Address on the web of a file of the book; empty without a base."""
    base = app.config.html_baseurl
    return posixpath.join(base, target) if base else ""


def add_metadata(app, page, template, context, doctree):
    """Write what is said of a page into its head; called by Sphinx."""
    if app.builder.name != "html":
        return
    if page == "search":
        context["pageurl"] = None  # what it finds has addresses of its own
        context["metatags"] = '<meta name="robots" content="noindex" />'
    if doctree is None:
        return
    cited, root = cited_file(app.config), app.config.root_doc
    title = app.env.titles[page].astext().removeprefix("★ ")
    description = description_of(doctree)
    objectives, minutes = taught(doctree)
    excursions = chapters_of_excursions(app.env.toctree_includes, root)
    kind = "excursion" if page in excursions else "chapter"
    if page == root:
        kind, title = "book", cited["title"]
    address = address_of(app, app.builder.get_target_uri(page))
    resource = learning_resource(
        cited, title, description, objectives, minutes, kind
    )
    graph = [
        ("og:type", "website" if page == root else "article"),
        ("og:title", title),
        ("og:description", description),
        ("og:site_name", app.config.html_title),
        ("og:locale", "en_GB"),
    ]
    if address:
        name, alt = picture_of(doctree, app.builder.imagedir)
        picture = address_of(app, name)
        resource |= {"url": address, "image": picture}
        graph += [("og:url", address), ("og:image", picture)]
        graph += [("og:image:alt", alt)] if alt else []
        if page != root:
            front = app.builder.get_target_uri(root)
            resource["isPartOf"]["url"] = address_of(app, front)
    within = "" if page == root else cited["title"]
    named = [("description", description)]
    named += scholarly(cited, title, within, address)
    # What is not known is left out, as the description of a page without text.
    resource = {key: value for key, value in resource.items() if value}
    lines = [
        f'<meta {key}="{name}" content="{escape(text)}" />'
        for key, tags in (("name", named), ("property", graph))
        for name, text in tags
        if text
    ]
    text = json.dumps(resource, ensure_ascii=False).replace("</", "<\\/")
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
    link = {"type": "link", "tooltip": None}
    buttons = [
        link
        | {
            "text": "Report a mistake on this page",
            "url": report,
            "icon": "fas fa-flag",
            "label": "report-mistake",
        },
        link
        | {
            "text": "Edit this page",
            "url": edit,
            "icon": "fas fa-pencil-alt",
            "label": "edit-page",
        },
    ]
    group = {"type": "group", "buttons": buttons, "label": "source-buttons"}
    group |= {"tooltip": "Report or edit", "icon": "fas fa-flag"}
    context["header_buttons"].append(group)
    app.add_js_file(None, body=SCRIPT.read_text("utf-8"))


def write_sitemap(app, exception):
    """List the pages for search engines; called by Sphinx."""
    if exception or app.builder.name != "html" or not app.config.html_baseurl:
        return
    lines = [
        f"  <url><loc>{escape_xml(quote(address, safe=':/%'))}</loc></url>"
        for page in sorted(app.env.all_docs)
        for address in [address_of(app, app.builder.get_target_uri(page))]
    ]
    text = "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<urlset xmlns="{SITEMAP}">',
            *lines,
            "</urlset>",
        ]
    )
    Path(app.outdir, "sitemap.xml").write_text(f"{text}\n", encoding="utf-8")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.setup_extension("citation")
    app.connect("config-inited", check_addresses)
    app.connect("html-page-context", add_metadata)
    # After the theme has made its list of buttons.
    app.connect("html-page-context", add_buttons, priority=502)
    app.connect("build-finished", write_sitemap)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
