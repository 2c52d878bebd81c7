package encode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
)

func TestText(t *testing.T) {
	s := edits.Script{Reason: "why", Ops: []edits.Op{
		{Kind: edits.Replace, From: "L1:ab", To: "L2:cd", Lines: []string{"x", "~~~"}}, {Kind: edits.Delete, From: "L3:ef"}}}
	want := "REASON why\nEDIT replace L1:ab L2:cd\n~~~~\nx\n~~~\n~~~~\nEND\nEDIT delete L3:ef \nEND\n"
	if got := Text(s); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJSON(t *testing.T) {
	got := JSON(edits.Candidates{}, edits.Script{Ops: []edits.Op{{Kind: edits.Delete, From: "L3:ef"}}})
	if !strings.Contains(got, `{"op":"delete","from":"L3:ef","to":"L3:ef","lines":[]}`) {
		t.Error(got)
	}
}
