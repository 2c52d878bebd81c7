"""Makes edits/rules/library.txt: which names mean one module of Python's standard library.

usage: library.py FOLDER... > ../library.txt     (folders of installed packages, as site-packages)

A name is in it if code in use means one thing by it: at least three distributions import it from one module of the
library, and for ten that do, one at most imports that spelling from elsewhere, and three at most give it to something
of their own (a variable, a parameter, a function).
"""
import ast, builtins, collections, importlib, inspect, os, pkgutil, sys, warnings

LEAST = 3
warnings.simplefilter("ignore")


def modules():
    for top in sorted(sys.stdlib_module_names):
        if top.startswith("_") or top in {"antigravity", "this", "idlelib", "lib2to3", "turtledemo", "test", "turtle", "tkinter", "builtins"}:
            continue
        yield top
        try:
            module = importlib.import_module(top)
        except Exception:
            continue
        for sub in pkgutil.iter_modules(getattr(module, "__path__", [])):
            if not sub.name.startswith("_") and sub.name not in {"test", "tests"}:
                yield f"{top}.{sub.name}"


def has(name):
    """The public names that a module documents: those of __all__, else those that it defines."""
    try:
        module = importlib.import_module(name)
    except BaseException:
        return []
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [n for n, v in vars(module).items() if not n.startswith("_") and not inspect.ismodule(v)
                  and getattr(v, "__module__", name) in (name, "_" + name)]
    return [n for n in listed if not n.startswith("_")]


def names(folder):
    """Yields distribution, module, name for each imported name, and "" as the module for what is bound otherwise."""
    for root, dirs, files in os.walk(folder):
        dirs[:] = [d for d in dirs if d != "__pycache__"]
        for file in files:
            if not file.endswith(".py"):
                continue
            path = os.path.join(root, file)
            package = os.path.relpath(path, folder).split(os.sep)[0].removesuffix(".py")
            try:
                tree = ast.parse(open(path, encoding="utf-8").read())
            except (SyntaxError, ValueError, OSError, RecursionError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom):
                    if node.module == "typing_extensions":  # has what typing has, for older versions
                        continue
                    for alias in node.names:
                        if alias.asname in (None, alias.name):
                            yield package, (node.module or "") if not node.level else ".", alias.name
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield package, "", node.id
                elif isinstance(node, ast.arg):
                    yield package, "", node.arg
                elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    yield package, "", node.name


def main():
    library = set(modules())
    homes = collections.defaultdict(set)
    for module in library:
        for name in has(module):
            homes[name].add(module)
    taken = collections.defaultdict(lambda: collections.defaultdict(set))
    for folder in sys.argv[1:]:
        for package, module, name in names(folder):
            if name in homes:
                taken[name][module].add(package)
    lines = collections.defaultdict(list)
    for name, places in homes.items():
        own = taken[name].pop("", set())
        home = max(sorted(places), key=lambda p: len(taken[name][p]))
        here = taken[name][home]
        elsewhere = set().union(*(who for module, who in taken[name].items() if module != home)) - here
        if len(here) >= LEAST and len(elsewhere) * 10 <= len(here) and len(own) * 10 <= 3 * len(here) and not hasattr(builtins, name):
            lines[home].append(name)
    for home in sorted(lines):
        print(home, *sorted(lines[home]))


main()
