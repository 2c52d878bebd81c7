package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPassed: a submodule that is checked out below the folder and holds nothing
// that was listed is named; others are not.
func TestPassed(t *testing.T) {
	top := t.TempDir()
	for name, body := range map[string]string{
		".git/HEAD": "", "libs/one/.git": "gitdir: elsewhere", "libs/one/a.py": "", "two/.git": "gitdir: elsewhere", "absent/a.py": "",
		".gitmodules": "[submodule \"one\"]\n\tpath = libs/one\n\turl = ../one\n[submodule \"two\"]\n\tpath = \"two\"\n[submodule \"absent\"]\n  path=absent\n",
	} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one, two := filepath.Join(top, "libs", "one"), filepath.Join(top, "two")
	for _, c := range []struct {
		dir    string
		listed []string
		want   []string
	}{
		{top, nil, []string{one, two}},
		{top, []string{filepath.Join(two, "b.py"), one + "x.py"}, []string{one}},
		{filepath.Join(top, "libs"), nil, []string{one}},
		{one, nil, nil},
		{filepath.Join(top, "absent"), nil, nil},
	} {
		var got []string
		for _, s := range passed(c.dir, c.listed) {
			got = append(got, s.Error())
		}
		var want []string
		for _, w := range c.want {
			want = append(want, w+": a submodule is a repository of its own; name it to have it fixed")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.dir, got, want)
		}
	}
}
