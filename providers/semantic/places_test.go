package semantic

import (
	"strings"
	"testing"
)

// TestShortClassesAreShownWhole: a class of a few lines answers as a whole, once, in
// the place of its methods, which have no names of their own; of a long one, its
// head and the method do.
func TestShortClassesAreShownWhole(t *testing.T) {
	short := "class StopAfterAttempt:\n    \"\"\"Stops when a number of attempts were made.\"\"\"\n\n    def __init__(self, number):\n        self.number = number\n\n" +
		"    def __call__(self, state):\n        return state.attempt_number >= self.number\n"
	for name, text := range map[string]string{
		"short": short,
		"long":  short + strings.Repeat("\n    def other(self):\n        return 1\n", 20),
	} {
		p := built(t, Options{Source: Memory{"stop.py": text, "other.py": "def unrelated():\n    return 1\n"}})
		res, err := p.Query(t.Context(), DefaultQuery("where is the attempt number of a state compared"))
		if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != "StopAfterAttempt" {
			t.Errorf("%s: %+v %v", name, res.Results, err)
			continue
		}
		n := 0
		for _, r := range res.Results {
			if r.Entity.Name == "__init__" || r.Entity.Name == "__call__" {
				n++
			}
		}
		if whole := res.Results[0].Location.EndLine > 6; whole != (name == "short") || whole == (n > 0) {
			t.Errorf("%s: its methods are shown again, or not at all: %+v", name, res.Results)
		}
	}
}

// TestBlankLineBehindDocumentation: a comment belongs to what follows a blank line
// behind it, too.
func TestBlankLineBehindDocumentation(t *testing.T) {
	p := built(t, Options{Source: Memory{"lib/response.js": "module.exports = {\n  /**\n   * Sends the browser back where it came from.\n   */\n\n  redirect(url, alt) {\n    if (url) {\n      return this.set('Location', url);\n    }\n  },\n\n" +
		"  vary(field) {\n    return this.came.from(field);\n  },\n};\n"}})
	res, err := p.Query(t.Context(), DefaultQuery("how does it send a browser back"))
	if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != "redirect" {
		t.Errorf("%+v %v", res.Results, err)
	}
}

// TestEndOfTheHeadOfAClass: the head of a class that is shown without its methods
// ends with its last line of code, not with the blank one in front of the first
// method.
func TestEndOfTheHeadOfAClass(t *testing.T) {
	text := "class ParcelQueue:\n    \"\"\"Keeps parcels in the order of their weight.\"\"\"\n\n    limit = 3\n\n" + strings.Repeat("    def other(self):\n        return 1\n\n", 20)
	p := built(t, Options{Source: Memory{"queue.py": text}})
	res, err := p.Query(t.Context(), DefaultQuery("what keeps parcels ordered by weight"))
	if err != nil || len(res.Results) == 0 {
		t.Fatalf("%+v %v", res, err)
	}
	if at := res.Results[0].Location; at.StartLine != 1 || at.EndLine != 4 || !strings.Contains(res.Context, "`queue.py:1-4`") {
		t.Errorf("%+v\n%s", at, res.Context)
	}
}

// TestKindsOfPlaces: where words speak for several alike, what does something comes
// before what the language calls, and before what only says how things look.
func TestKindsOfPlaces(t *testing.T) {
	p := built(t, Options{Source: Memory{
		"src/parcel.ts": "/** What is sealed. */\nexport interface ParcelState {\n  parcel: Parcel\n  sealed: boolean\n}\n\nexport function parcelState(parcel: Parcel, sealed: boolean) {\n  return sealed\n}\n",
		"barrel.go":     "package barrel\n\nfunc NewBarrel(tap *Tap) *Barrel {\n\tb := &Barrel{tap: tap}\n\tb.count()\n\tb.check()\n\tb.seal()\n\treturn b\n}\n\nfunc (b *Barrel) Drain(tap *Tap) *Barrel {\n\tb.tap = tap\n\tb.count()\n\tb.check()\n\tb.seal()\n\treturn b\n}\n",
		"box.py":        "class Box:\n    def __init__(self, stamp):\n        self.stamp = stamp\n\n    def put_on(self, stamp):\n        self.stamp = stamp\n" + strings.Repeat("\n    def other(self):\n        return 1\n", 20),
	}})
	for question, want := range map[string]string{"what is the state of a sealed parcel": "parcelState", "where does the box keep its stamp": "put_on",
		"where is a tap checked and counted": "Drain"} {
		res, err := p.Query(t.Context(), DefaultQuery(question))
		if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != want {
			t.Errorf("%s: %+v %v", question, res.Results, err)
		}
	}
}

// TestWhatDoesStandsInFront: what does a thing stands in front of what only says how it
// looks.
func TestWhatDoesStandsInFront(t *testing.T) {
	does := func(name, doc string) string {
		return "// " + doc + "\nfunc " + name + "(path string) Handler {\n\tn := root\n\tfor n != nil {\n\t\tif n.path == path {\n\t\t\treturn n.handler\n\t\t}\n\t\tn = n.next\n\t}\n\treturn nil\n}\n"
	}
	for question, c := range map[string]struct{ source, want string }{
		"how is a request matched to a route": {"// RouteMatch holds what was found.\ntype RouteMatch struct {\n\tPath string\n\tNext *RouteMatch\n}\n\n" +
			does("findPath", "findPath matches a request and a route."), "findPath"},
	} {
		p := built(t, Options{Source: Memory{"web.go": "package web\n\n" + c.source, "log.go": "package web\n\nfunc log() {}\n"}})
		res, err := p.Query(t.Context(), DefaultQuery(question))
		if err != nil || len(res.Results) < 2 || res.Results[0].Entity.Name != c.want {
			t.Errorf("%s: %v %v", question, res.Results, err)
		}
	}
}
