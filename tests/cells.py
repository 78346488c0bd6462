"""What the cells of a notebook read and bind."""

import ast


def names(source):
    """Names that a cell reads, and those that it binds anywhere."""
    nodes = list(ast.walk(ast.parse(source)))
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return read, bound | {node.arg for node in nodes if isinstance(node, ast.arg)}


def needed(sources, wanted):
    """Places of the cells that those at the places `wanted` need, and their own: the first, and what binds a name."""
    places, open_names = set(), set()
    for i in reversed(range(max(wanted, default=-1) + 1)):
        read, bound = names(sources[i])
        nodes = ast.walk(ast.parse(sources[i]))
        changed = {node.value.id for node in nodes if _changes_a_part(node)}
        if i == 0 or i in wanted or (bound | changed) & open_names:
            places.add(i)
            open_names |= read
    return places


def _changes_a_part(node):
    is_part = isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name)
    return is_part and not isinstance(node.ctx, ast.Load)
