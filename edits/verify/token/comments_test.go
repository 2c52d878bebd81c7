package token

import (
	"strings"
	"testing"
)

// What stands behind two slashes in a string is code, and no comment.
func TestCommentsAndStrings(t *testing.T) {
	src := "package zoo\n\n/* A Dog is loud. */\ntype Dog struct{}\n\nconst home = \"https://zoo. A Dog has 9 legs\" // a Dog has four legs\n"
	if got := WithoutComments(src); !strings.Contains(got, "9 legs") || strings.Contains(got, "four") || strings.Contains(got, "loud") {
		t.Errorf("without comments it is\n%s", got)
	}
	if said := SaidOf("type Cat struct{ a int `json:\"//9 legs\"` } // four legs\n", "Cat", "Legs"); strings.Contains(said, "9") || !strings.Contains(said, "four") {
		t.Errorf("said beside is\n%s", said)
	}
	said := SaidOf(src, "Dog", "Legs")
	if !strings.Contains(said, "four legs") || !strings.Contains(said, "loud") || strings.Contains(said, "9 legs") {
		t.Errorf("said is\n%s", said)
	}
}
