package main

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestLicences: every module in the program has a licence, and only such as let
// it be passed on; the notices hold the text of each.
func TestLicences(t *testing.T) {
	list, err := modules("../../..")
	if err != nil || len(list) < 10 {
		t.Fatalf("%d modules, %v", len(list), err)
	}
	text, err := notices(list)
	must.OK(t, err)
	for _, m := range list {
		files, err := licences(m)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(text, "\n"+m.Path+" "+m.Version+": ") {
			t.Errorf("%s is not in the notices", m.Path)
		}
		known := false
		for _, f := range files {
			data := must.Read(t, f)
			known = known || kind(data) != ""
			if !strings.Contains(text, strings.TrimSpace(data)) {
				t.Errorf("%s: its text is not in the notices", f)
			}
		}
		if !known {
			t.Errorf("%s %s: %v is under none of the licences that fettle may take over", m.Path, m.Version, files)
		}
	}
}

func TestKind(t *testing.T) {
	for text, want := range map[string]string{
		"GNU GENERAL PUBLIC LICENSE Version 3":                                               "",
		"Mozilla Public License Version 2.0":                                                 "",
		"Apache License\n  Version 2.0, January 2004":                                        "Apache-2.0",
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy of x": "MIT",
	} {
		if got := kind(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
