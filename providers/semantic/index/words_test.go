package index

import (
	"fmt"
	"slices"
	"testing"
)

func TestTerms(t *testing.T) {
	for in, want := range map[string]string{
		"HTTPServer": "[http server =httpserver]", "parseURL2": "[pars url =parseurl2]", "__init__": "[init]", "XMLHttpRequest": "[xml http request =xmlhttprequest]",
		"find_by_email": "[find by email =findbyemail]", "User": "[user]", "x": "[]", "requests": "[request]", "queries": "[query]", "parsed": "[pars]",
		"running": "[runn]", "stopping": "[stop]", "classes": "[class]", "boxes": "[box]", "passing": "[pass]", "größe": "[größ]", "ÄnderungsTyp": "[änderung typ =änderungstyp]", "$el": "[el]", "A1": "[=a1]",
	} {
		if got := fmt.Sprint(Terms(in)); got != want {
			t.Errorf("Terms(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestTextTerms(t *testing.T) {
	terms := TextTerms("Fix the bug in UserService.find_by_email", 1)
	if got := fmt.Sprint(slices.Sorted(func(yield func(string) bool) {
		for k := range terms {
			if !yield(k) {
				return
			}
		}
	})); got != "[=findbyemail =userservice email find servic user]" {
		t.Error(got)
	}
}
