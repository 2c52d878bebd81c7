package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// folder is a copy of the extension with a stand-in for the bundle, which the
// tests do not build.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"package.json", "README.md", "CHANGELOG.md", "LICENSE", "media/fix.md", "media/model.md", "media/program.md", "media/undo.md"} {
		data, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		must.OK(t, err)
		put(t, dir, name, data)
	}
	put(t, dir, "dist/extension.js", []byte("exports.activate = () => {}\n"))
	put(t, dir, "dist/test/left.cjs", []byte("no part of the package\n"))
	put(t, dir, "node_modules/x/index.js", []byte("no part of the package\n"))
	put(t, dir, "images/menu.png", []byte("\x89PNG"))
	put(t, dir, "images/icon.png", []byte("\x89PNG"))
	put(t, dir, "images/other.png", []byte("no part of the package\n"))
	put(t, dir, "program", []byte("\x7fELF"))
	return dir
}

func put(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Write(t, path, string(data))
}

func packed(t *testing.T, o options) ([]byte, map[string]*zip.File) {
	t.Helper()
	data, err := pack(o)
	must.OK(t, err)
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must.OK(t, err)
	byName := map[string]*zip.File{}
	for _, f := range r.File {
		if byName[f.Name] != nil {
			t.Errorf("%s is there twice", f.Name)
		}
		byName[f.Name] = f
	}
	return data, byName
}

func content(t *testing.T, f *zip.File) []byte {
	t.Helper()
	if f == nil {
		t.Fatal("missing")
	}
	r, err := f.Open()
	must.OK(t, err)
	defer r.Close()
	data, err := io.ReadAll(r)
	must.OK(t, err)
	return data
}

// TestSameBytes packs twice, with other times and modes on disk.
func TestSameBytes(t *testing.T) {
	one, two := folder(t), folder(t)
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	must.OK(t, os.Chtimes(filepath.Join(two, "package.json"), old, old))
	must.OK(t, os.Chmod(filepath.Join(two, "LICENSE"), 0o755))
	for _, target := range []string{"", "linux-x64"} {
		o1, o2 := options{dir: one, target: target}, options{dir: two, target: target}
		if target != "" {
			o1.binary, o2.binary = filepath.Join(one, "program"), filepath.Join(two, "program")
		}
		a, _ := packed(t, o1)
		b, _ := packed(t, o2)
		if !bytes.Equal(a, b) {
			t.Errorf("target %q: two builds differ", target)
		}
	}
}

func TestContents(t *testing.T) {
	dir := folder(t)
	base := []string{"[Content_Types].xml", "extension.vsixmanifest", "extension/CHANGELOG.md", "extension/LICENSE", "extension/README.md",
		"extension/dist/extension.js", "extension/images/icon.png", "extension/images/menu.png", "extension/media/fix.md", "extension/media/model.md", "extension/media/program.md",
		"extension/media/undo.md", "extension/package.json"}
	for _, tt := range []struct{ target, program string }{
		{"", ""}, {"linux-x64", "extension/bin/fettle"}, {"win32-x64", "extension/bin/fettle.exe"},
	} {
		o := options{dir: dir, target: tt.target}
		want := slices.Clone(base)
		if tt.program != "" {
			o.binary = filepath.Join(dir, "program")
			want = append(want, tt.program)
			slices.Sort(want)
		}
		_, entries := packed(t, o)
		var names []string
		for name, f := range entries {
			names = append(names, name)
			mode := os.FileMode(0o644)
			if name == tt.program {
				mode = 0o755
			}
			if f.Mode() != mode || f.Modified.Year() != 1980 {
				t.Errorf("%s: mode %v, time %v", name, f.Mode(), f.Modified)
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, want) {
			t.Errorf("target %q holds %v, want %v", tt.target, names, want)
		}
		checkManifest(t, entries, tt.target)
		checkTypes(t, entries)
	}
}

// checkManifest compares the manifest with package.json.
func checkManifest(t *testing.T, entries map[string]*zip.File, target string) {
	t.Helper()
	var x struct {
		Metadata struct {
			Identity struct {
				ID        string `xml:"Id,attr"`
				Version   string `xml:"Version,attr"`
				Publisher string `xml:"Publisher,attr"`
				Platform  string `xml:"TargetPlatform,attr"`
			}
			Icon       string
			Properties struct {
				Property []struct {
					ID    string `xml:"Id,attr"`
					Value string `xml:"Value,attr"`
				}
			}
		}
		Assets struct {
			Asset []struct {
				Path string `xml:"Path,attr"`
			}
		}
	}
	must.OK(t, xml.Unmarshal(content(t, entries["extension.vsixmanifest"]), &x))
	var m manifest
	must.OK(t, json.Unmarshal(content(t, entries["extension/package.json"]), &m))
	id := x.Metadata.Identity
	if id.ID != m.Name || id.Version != m.Version || id.Publisher != m.Publisher || id.Platform != target {
		t.Errorf("identity %+v of %+v", id, m)
	}
	got := map[string]string{}
	for _, p := range x.Metadata.Properties.Property {
		got[strings.TrimPrefix(strings.TrimPrefix(p.ID, "Microsoft.VisualStudio."), "Services.")] = p.Value
	}
	if want := map[string]string{"Code.Engine": m.Engines.VSCode, "Code.ExtensionKind": "workspace", "Links.Source": m.Repository.URL, "Links.GitHub": m.Repository.URL,
		"Links.Support": m.Bugs.URL, "Links.Learn": m.Homepage, "Branding.Color": m.GalleryBanner.Color, "Branding.Theme": "dark", "GitHubFlavoredMarkdown": "true",
	}; !maps.Equal(got, want) || !strings.HasPrefix(m.Bugs.URL, "https://") || !strings.HasPrefix(m.Homepage, "https://") || m.GalleryBanner.Color == "" {
		t.Errorf("properties %v, want %v", got, want)
	}
	if x.Metadata.Icon == "" || entries[x.Metadata.Icon] == nil {
		t.Errorf("the icon is %q", x.Metadata.Icon)
	}
	for _, a := range x.Assets.Asset {
		if entries[a.Path] == nil {
			t.Errorf("the asset %s is missing", a.Path)
		}
	}
}

func checkTypes(t *testing.T, entries map[string]*zip.File) {
	t.Helper()
	types := string(content(t, entries["[Content_Types].xml"]))
	for name := range entries {
		ext := filepath.Ext(name)
		if name != "[Content_Types].xml" && !strings.Contains(types, `Extension="`+ext+`"`) && !strings.Contains(types, `PartName="/`+name+`"`) {
			t.Errorf("%s has no type", name)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := folder(t)
	program := filepath.Join(dir, "program")
	for _, o := range []options{
		{dir: dir, target: "linux-x64"}, {dir: dir, binary: program}, {dir: dir, target: "beos-x64", binary: program},
		{dir: dir, target: "linux-x64", binary: program + "x"}, {dir: t.TempDir()}, {dir: dir, version: "v1.2"},
	} {
		if _, err := pack(o); err == nil {
			t.Errorf("%+v is packed", o)
		}
	}
}

// TestVersion: a release's version takes the place of the one in package.json, in
// all places.
func TestVersion(t *testing.T) {
	_, entries := packed(t, options{dir: folder(t), version: "7.8.9"})
	checkManifest(t, entries, "")
	if got := content(t, entries["extension.vsixmanifest"]); !bytes.Contains(got, []byte(`Version="7.8.9"`)) {
		t.Errorf("%s", got)
	}
}

// TestRun writes a package by the command line, and leaves nothing else.
func TestRun(t *testing.T) {
	dir := folder(t)
	out := filepath.Join(t.TempDir(), "new", "fettle.vsix")
	must.OK(t, run([]string{"--dir", dir, "--out", out}, io.Discard))
	if r, err := zip.OpenReader(out); err != nil {
		t.Error(err)
	} else if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := run([]string{"--dir", t.TempDir(), "--out", out + "2"}, io.Discard); err == nil {
		t.Error("an empty folder is packed")
	}
	left, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestExtension holds the extension's manifest to its rules.
func TestExtension(t *testing.T) {
	data, err := os.ReadFile("../package.json")
	must.OK(t, err)
	var m struct {
		Engines          struct{ VSCode string }
		ActivationEvents []string
		Scripts          map[string]string
		DevDependencies  map[string]string
		Contributes      struct {
			Commands []struct{ Command, Enablement string }
			Menus    map[string][]struct{ Command, When string }
			Keys     any `json:"keybindings"`
		}
	}
	must.OK(t, json.Unmarshal(data, &m))
	// Newer types would let code through that the oldest VS Code cannot run.
	if types := m.DevDependencies["@types/vscode"]; "^"+types != m.Engines.VSCode {
		t.Errorf("types of VS Code %s for engine %s", types, m.Engines.VSCode)
	}
	var want []string
	for _, s := range linter.Specs() {
		for _, l := range s.Languages {
			want = append(want, "onLanguage:"+l)
		}
	}
	slices.Sort(want)
	if want = slices.Compact(want); !slices.Equal(m.ActivationEvents, want) {
		t.Errorf("activation %v, the tools' languages are %v", m.ActivationEvents, want)
	}
	for _, s := range []string{"preinstall", "install", "postinstall", "prepare"} {
		if m.Scripts[s] != "" {
			t.Errorf("a script runs at install: %s", s)
		}
	}
	if m.Contributes.Keys != nil {
		t.Error("key bindings of our own")
	}
	for where, list := range m.Contributes.Menus {
		for _, e := range list {
			if where != "editor/title" || e.When != "resourceScheme == fettle-fix" {
				t.Errorf("%s has %s when %q: only a fix that is shown has buttons", where, e.Command, e.When)
			}
		}
	}
	source, err := os.ReadFile("../src/extension.ts")
	must.OK(t, err)
	var registered, contributed []string
	for _, c := range regexp.MustCompile(`(?m)^  command\('(\w+)'`).FindAllSubmatch(source, -1) {
		registered = append(registered, "fettle.ui."+string(c[1]))
	}
	for _, c := range m.Contributes.Commands {
		contributed = append(contributed, c.Command)
		if strings.Contains(c.Enablement, "editorTextFocus") {
			t.Errorf("%s is hidden from the palette, which takes the focus", c.Command)
		}
	}
	slices.Sort(registered)
	slices.Sort(contributed)
	if !slices.Equal(registered, contributed) {
		t.Errorf("registered %v, contributed %v", registered, contributed)
	}
}

// TestLockFile keeps hosts of registries out of the repository.
func TestLockFile(t *testing.T) {
	data, err := os.ReadFile("../package-lock.json")
	must.OK(t, err)
	var lock struct {
		Packages map[string]struct {
			Resolved, Integrity string
			Version             string
		}
	}
	must.OK(t, json.Unmarshal(data, &lock))
	if len(lock.Packages) < 5 {
		t.Fatalf("%d packages", len(lock.Packages))
	}
	for name, p := range lock.Packages {
		if p.Resolved != "" {
			t.Errorf("%s names where it came from", name)
		}
		if name != "" && p.Integrity == "" {
			t.Errorf("%s has no hash", name)
		}
	}
}
