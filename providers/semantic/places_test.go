package semantic

import (
	"strings"
	"testing"
)

// TestShortClassesAreShownWhole: a class of a few lines answers as a whole, once, in
// the place of its methods, which have no names of their own; of a long one, the
// method does.
func TestShortClassesAreShownWhole(t *testing.T) {
	short := "class StopAfterAttempt:\n    \"\"\"Stops when a number of attempts were made.\"\"\"\n\n    def __init__(self, number):\n        self.number = number\n\n" +
		"    def __call__(self, state):\n        return state.attempt_number >= self.number\n"
	for name, c := range map[string]struct{ text, want string }{
		"short": {short, "StopAfterAttempt"},
		"long":  {short + strings.Repeat("\n    def other(self):\n        return 1\n", 20), "__call__"},
	} {
		p := built(t, Options{Source: Memory{"stop.py": c.text, "other.py": "def unrelated():\n    return 1\n"}})
		res, err := p.Query(t.Context(), DefaultQuery("where is the attempt number of a state compared"))
		if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != c.want {
			t.Errorf("%s: %+v %v", name, res.Results, err)
			continue
		}
		n := 0
		for _, r := range res.Results {
			if r.Entity.Name == "__init__" || r.Entity.Name == "__call__" {
				n++
			}
		}
		if name == "short" && n > 0 {
			t.Errorf("its methods are shown again: %+v", res.Results)
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
