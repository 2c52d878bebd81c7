package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

const extension = "../../editors/vscode/"

// TestVSCodeManifest keeps the derived parts of the extension's manifest equal
// to the table.
func TestVSCodeManifest(t *testing.T) {
	have, err := os.ReadFile(extension + "package.json")
	must.OK(t, err)
	want := splice(t, have, "\n    \"configuration\": ", indented(vscodeConfiguration(), "    "))
	want = splice(t, want, "\n      \"restrictedConfigurations\": ", indented(vscodeRestricted(), "      "))
	same(t, extension+"package.json", have, want)

	keys, err := os.ReadFile(extension + "src/keys.json")
	if err != nil && !*update {
		t.Fatal(err)
	}
	same(t, extension+"src/keys.json", keys, append(vscodeKeys(), '\n'))
}

// TestFileSchema keeps the JSON schema of config.toml and .fettle.toml, which editors use to
// complete and check them, equal to the table.
func TestFileSchema(t *testing.T) {
	const path = "../../docs/settings.schema.json"
	have, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	same(t, path, have, fileSchema())
}

func same(t *testing.T, path string, have, want []byte) {
	t.Helper()
	if bytes.Equal(have, want) {
		return
	}
	if !*update {
		t.Errorf("%s differs from the table; run make generate", path)
		return
	}
	must.OK(t, os.WriteFile(path, want, 0o644))
}

// splice replaces the one JSON value after a marker.
func splice(t *testing.T, text []byte, marker string, value []byte) []byte {
	t.Helper()
	before, rest, ok := bytes.Cut(text, []byte(marker))
	if !ok || bytes.Contains(rest, []byte(marker)) {
		t.Fatalf("expected %q once", marker)
	}
	dec := json.NewDecoder(bytes.NewReader(rest))
	var old json.RawMessage
	must.OK(t, dec.Decode(&old))
	out := append(append(bytes.Clone(before), marker...), value...)
	return append(out, rest[dec.InputOffset():]...)
}

// TestVSCodePlanes keeps the control plane out of a workspace's reach, and the settings
// few enough to be read: all others are set in the user's file.
func TestVSCodePlanes(t *testing.T) {
	rows := map[string]manifestRow{}
	for _, s := range vscodeSettings() {
		rows[s.Key] = s
	}
	type contribution struct {
		Scope string
		Type  any
		AnyOf any
	}
	var groups []struct{ Properties map[string]contribution }
	must.OK(t, json.Unmarshal(vscodeConfiguration(), &groups))
	properties := map[string]contribution{}
	for _, g := range groups {
		maps.Copy(properties, g.Properties)
	}
	for _, k := range Keys() {
		s, ok := rows[k.Name]
		if k.leftOut() {
			if ok {
				t.Errorf("%s is among VS Code's settings", k.Name)
			}
			continue
		}
		p, contributed := properties["fettle."+s.Setting]
		switch {
		case !ok || !contributed:
			t.Errorf("%s is not among VS Code's settings", k.Name)
		case p.Scope != s.Scope:
			t.Errorf("%s: scope %q, the table says %q", k.Name, p.Scope, s.Scope)
		case k.Plane == Control && p.Scope != "machine":
			t.Errorf("%s is of the control plane, with scope %q", k.Name, p.Scope)
		case p.Type == nil && p.AnyOf == nil:
			t.Errorf("%s has no type", k.Name)
		}
		for _, protects := range []string{"privacy.", "audit."} {
			if strings.HasPrefix(k.Name, protects) && p.Scope != "machine" {
				t.Errorf("%s protects the user, with scope %q", k.Name, p.Scope)
			}
		}
	}
	if len(properties) > 30 {
		t.Errorf("%d settings in VS Code: leave some to the user's file", len(properties))
	}
	for _, secret := range []string{"model.apiKey", "models.*.apiKey", "model.headers", "models.*.headers"} {
		if _, ok := rows[secret]; ok {
			t.Errorf("%s would stand on a command line", secret)
		}
	}
	for name, p := range properties {
		if p.Scope != "machine" && p.Scope != "resource" && p.Scope != "window" {
			t.Errorf("%s: scope %q", name, p.Scope)
		}
		restricted := strings.Contains(string(vscodeRestricted()), `"`+name+`"`)
		if restricted != (p.Scope == "resource") {
			t.Errorf("%s: scope %s, restricted %v", name, p.Scope, restricted)
		}
	}
}

// TestVSCodeValues puts a default of each plain key through the layer that VS
// Code's values take.
func TestVSCodeValues(t *testing.T) {
	for _, k := range Keys() {
		if strings.Contains(k.Name, "*") {
			continue
		}
		raw, err := json.Marshal(k.property().Default)
		must.OK(t, err)
		if k.Kind == Command || string(raw) == "null" {
			continue // an empty command is not handed over
		}
		layer, problems := Flags([]string{k.Name + "=" + string(raw)})
		_, more := Resolve(layer)
		if problems = append(problems, more...); len(problems) > 0 {
			t.Errorf("%s=%s: %v", k.Name, raw, problems)
		}
	}
}
