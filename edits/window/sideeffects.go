package window

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// effectModules do something when they are imported, so that an import that
// nothing uses may still be needed.
var effectModules = []string{
	"logging.config", "readline", "rlcompleter", "antigravity", "this", "sitecustomize", "usercustomize",
	"matplotlib.pyplot", "seaborn", "mpl_toolkits.mplot3d", "colorama", "gevent.monkey", "eventlet",
	"django.setup", "celery", "sentry_sdk", "ddtrace.auto", "tensorflow_text", "cv2", "torch_xla",
}

// compatName are names of files that gather names for others to import.
var compatName = lazyre.New(`^_?(?:py\d?)?(?:compat|compatibility|six|shims?|vendored|exports?|api)\w*\.pyi?$`)

// sideEffects says why an import that nothing uses may be there for its
// effects; "" if nothing speaks for it.
func (p place) sideEffects() string {
	i := p.f.Enclosing(p.lines.Start, syntax.Import)
	if i < 0 {
		return ""
	}
	n := p.f.Nodes[i]
	line := p.s.Slice(p.s.LinesSpan(n.Lines))
	base := path.Base(p.s.Path)
	switch {
	case strings.Contains(line, "# noqa"):
		return "the import carries a noqa comment: somebody wants it here"
	case slices.Contains(effectModules, n.Name):
		return "importing " + n.Name + " has an effect of its own"
	case base == "__init__.py" || base == "__init__.pyi" && strings.HasPrefix(n.Name, "."):
		// A stub passes on nothing else that it imports
		// (https://typing.python.org/en/latest/spec/distributing.html#import-conventions).
		return "the file is a package's __init__: the import may re-export the name"
	case compatName.MatchString(base):
		return "the file's name speaks of compatibility: others may import the name from here"
	case p.exported(n.Names):
		return "__all__ names what the import binds"
	case strings.Contains(n.Name, "plugin") || strings.Contains(n.Name, "register") || strings.HasSuffix(n.Name, "signals"):
		return "the module's name speaks of registration, which happens on import"
	case p.guarded(i):
		return "the import stands in a try statement: it may test what is installed"
	}
	return ""
}

// exported reports whether __all__ names one of the names.
func (p place) exported(names []string) bool {
	for _, b := range p.f.Bindings("__all__") {
		t := p.s.Slice(p.f.Nodes[b.Node].Span)
		for _, name := range names {
			if strings.Contains(t, `"`+name+`"`) || strings.Contains(t, "'"+name+"'") {
				return true
			}
		}
	}
	return false
}

// guarded reports whether a node stands in the body of a try statement.
func (p place) guarded(i int) bool {
	for i = p.f.Nodes[i].Parent; i >= 0; i = p.f.Nodes[i].Parent {
		if p.f.Nodes[i].Keyword == "try" {
			return true
		}
	}
	return false
}
