package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

func TestRelatedOfOverride(t *testing.T) {
	d := signal.Diagnostic{Code: "override", Related: []signal.Related{
		{Message: "Superclass:\n    def show(self, digits: int) -> str\nSubclass:\n    def show(self) -> str"}, {Path: "/b.py", Message: "defined here"}}}
	got := relatedOf(d)
	if len(got) != 2 || got[0].Message != "it has to be def show(self, digits: int) -> str" || got[1] != d.Related[1] || strings.HasPrefix(d.Related[0].Message, "it has") {
		t.Errorf("%+v", got)
	}
}
