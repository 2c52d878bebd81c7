package signal

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func on(b bool) *bool { return &b }

func TestUserOverrides(t *testing.T) {
	tab, err := Table{}.With(Overrides{
		"Ruff/F401": {Window: "file", Rungs: "M", Why: "Because."},
		"mytool/X*": {Window: "stmt", Rungs: "M"},
		"mypy/misc": {Offer: on(false)},
		"ruff/E402": {Needs: []Need{NeedClass}},
	})
	must.OK(t, err)
	r := tab.Require(Diagnostic{Tool: "ruff", Code: "F401"})
	if r.Window.Shape != ShapeFile || len(r.Rungs) != 1 || r.Rungs[0] != RungModel || r.Why != "Because." || !r.Removal {
		t.Errorf("F401 is %+v", r)
	}
	if r := tab.Require(Diagnostic{Tool: "mytool", Code: "X7"}); r.Signal != "mytool/X*" || r.Window.Shape != ShapeStmt {
		t.Errorf("mytool/X7 is %+v", r)
	}
	if r := tab.Require(Diagnostic{Tool: "mypy", Code: "misc"}); r.Offer || r.Window.Margin != 7 {
		t.Errorf("mypy/misc is %+v", r)
	}
	if r := tab.Require(Diagnostic{Tool: "mypy", Code: "other"}); !r.Offer {
		t.Error("an override of one code changed the tool's default")
	}
	if r := tab.Require(Diagnostic{Tool: "ruff", Code: "E402"}); !slices.Equal(r.Needs, []Need{NeedClass}) {
		t.Errorf("E402 needs %v", r.Needs)
	}
	if Require(Diagnostic{Tool: "ruff", Code: "F401"}).Window.Shape == ShapeFile {
		t.Error("the built-in table changed")
	}
}

func TestUserOverrideErrorsNameTheSignal(t *testing.T) {
	for signal, o := range map[string]Override{
		"ruff":      {Window: "stmt"},
		"ruff/F401": {Window: "nonsense"},
		"ruff/F811": {Rungs: "XYZ"},
		"ruff/F821": {Needs: []Need{"everything"}},
	} {
		if _, err := (Table{}).With(Overrides{signal: o}); err == nil || !strings.Contains(err.Error(), signal) {
			t.Errorf("%s: %v", signal, err)
		}
	}
}

func TestWorkspaceOnlyNarrows(t *testing.T) {
	for name, c := range map[string]struct {
		signal string
		o      Override
		ok     bool
	}{
		"narrower window": {"ruff/F811", Override{Window: "stmt"}, true},
		"wider window":    {"ruff/F811", Override{Window: "function"}, false},
		"wider margin":    {"ruff/F811", Override{Window: "compound~2 +N"}, false},
		"added imports":   {"ruff/F541", Override{Window: "stmt +I"}, false},
		"fewer rungs":     {"ruff/F811", Override{Rungs: "T"}, true},
		"hidden":          {"ruff/F811", Override{Offer: on(false)}, true},
		"shown":           {"mypy/annotation-unchecked", Override{Offer: on(true)}, false},
		"needs":           {"ruff/F811", Override{Needs: []Need{NeedClass}}, false},
		"unknown signal":  {"mytool/X1", Override{Window: "stmt"}, false},
	} {
		tab, err := Table{}.Narrowed(Overrides{c.signal: c.o})
		if (err == nil) != c.ok {
			t.Errorf("%s: error %v", name, err)
		}
		if err != nil && !strings.Contains(err.Error(), c.signal) {
			t.Errorf("%s: the error does not name the signal: %v", name, err)
		}
		_ = tab
	}
	tab, err := Table{}.Narrowed(Overrides{"ruff/UP006": {Window: "stmt"}, "ruff/F811": {Rungs: "M", Offer: on(false)}})
	must.OK(t, err)
	if w := tab.Require(Diagnostic{Tool: "ruff", Code: "UP006"}).Window; w.String() != "stmt" {
		t.Errorf("UP006 has %v", w)
	}
	if w := tab.Require(Diagnostic{Tool: "ruff", Code: "UP017"}).Window; w.String() != "compound +I" {
		t.Errorf("narrowing UP006 changed UP017 to %v", w)
	}
	r := tab.Require(Diagnostic{Tool: "ruff", Code: "F811"})
	if r.Offer || len(r.Rungs) != 1 || r.Rungs[0] != RungModel {
		t.Errorf("F811 is %+v", r)
	}
}

func TestWrongOverridesCostOnlyThemselves(t *testing.T) {
	tab, err := Table{}.With(Overrides{"ruff/F401": {Offer: on(false)}, "ruff/F541": {Window: "stmt +Q"}, "ruff/UP006": {Window: "file"}})
	if err == nil || !strings.Contains(err.Error(), `"ruff/F541"`) {
		t.Errorf("error %v", err)
	}
	tab, err = tab.Narrowed(Overrides{"ruff/F811": {Window: "stmt"}, "ruff/E711": {Window: "file"}})
	if err == nil || !strings.Contains(err.Error(), `"ruff/E711"`) {
		t.Errorf("error %v", err)
	}
	for code, want := range map[string]string{"F401": "stmt~2 +N", "F541": "stmt", "UP006": "file", "F811": "stmt", "E711": "stmt"} {
		r := tab.Require(Diagnostic{Tool: "ruff", Code: code})
		if r.Window.String() != want || r.Offer == (code == "F401") {
			t.Errorf("%s: window %v, offered %v; want %s", code, r.Window, r.Offer, want)
		}
	}
}

func TestEffectiveSaysWhatTheWorkspaceTakes(t *testing.T) {
	tab, err := Table{}.Narrowed(Overrides{"ruff/F811": {Window: "stmt", Rungs: "RM", Offer: on(false)}, "Pylance/reportArgumentType": {Window: "stmt"}})
	must.OK(t, err)
	row, taken := tab.Effective("ruff/F811")
	if want := []string{"it allowed the statement with its body, 1 line above and below; definitions in the file of what the message names",
		"its fixes came from the tool's own fix, then a rule of fettle, then a model", "it was offered"}; !slices.Equal(taken, want) {
		t.Errorf("taken %q, want %q", taken, want)
	}
	if row.Window != "stmt" || row.Rungs != "RM" || !row.Traits.OnRequest {
		t.Errorf("the row is %+v", row)
	}
	if row, taken := tab.Effective("pyright/reportArgumentType"); row.Window != "stmt" || len(taken) != 1 {
		t.Errorf("pyright's rule: %s, %q", row.Window, taken)
	}
	for _, untouched := range []string{"mypy/arg-type", "ruff/F401", "ruff/ZZZ1"} {
		if row, taken := tab.Effective(untouched); len(taken) > 0 || row.Window == "stmt" {
			t.Errorf("%s: %s, %q", untouched, row.Window, taken)
		}
	}
}
