package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// manifestRow says where one key of the table is found among VS Code's settings. A key with
// a name of the user's choice is an object of VS Code, by these names.
type manifestRow struct {
	Setting string `json:"setting"` // without the prefix "fettle."
	Key     string `json:"key"`
	Scope   string `json:"scope"` // machine: only the user's; resource: a workspace's too
	// Narrow: the user's own value goes before a workspace's.
	Narrow bool `json:"narrow,omitempty"`
}

// vscodeSettings lists the keys that VS Code can set, in the order of the
// table: those that a person turns. All others are set in the user's file, for every
// editor at once; so are secrets, which VS Code would put on a command line.
func vscodeSettings() []manifestRow {
	var out []manifestRow
	for _, k := range Keys() {
		if k.leftOut() {
			continue
		}
		s := manifestRow{Setting: k.Name, Key: k.Name, Scope: k.scope(), Narrow: k.Plane == Narrow}
		s.Setting = strings.Replace(k.Name, ".*", "", 1)
		out = append(out, s)
	}
	return out
}

func (k Key) leftOut() bool {
	return !slices.Contains([]string{
		"model.backend", "model.url", "model.name", "model.apiKeyEnv", "model.apiKeyCommand", "model.profile",
		"linters.run", "linters.publish", "linters.*.command", "linters.*.enabled",
		"fix.prefetch", "timeouts.fix", "log.level",
		"privacy.mode", "privacy.deny", "audit.required", "trust.trusted", "trust.denied",
		"actions.enable", "actions.languages.*", "actions.exclude", "actions.minSeverity", "actions.automatic",
		"actions.toolFixes", "actions.todo", "messages.success", "preview",
		"context.tokenBudget.maxContextTokens",
	}, k.Name)
}

// scope is machine for the control plane, and for what protects the user: in
// VS Code a workspace's value would replace the user's, where fettle's own
// files let a workspace only add to it.
func (k Key) scope() string {
	if k.Plane == Control || k.Name == "model.backend" || strings.HasPrefix(k.Name, "privacy.") || strings.HasPrefix(k.Name, "audit.") {
		return "machine"
	}
	return "resource"
}

// property is one entry of contributes.configuration: JSON Schema with VS
// Code's additions.
type property struct {
	Type        any                  `json:"type,omitempty"`
	Scope       string               `json:"scope,omitempty"`
	Enum        []string             `json:"enum,omitempty"`
	Minimum     *int                 `json:"minimum,omitempty"`
	Maximum     *int                 `json:"maximum,omitempty"`
	Items       *property            `json:"items,omitempty"`
	AnyOf       []property           `json:"anyOf,omitempty"`
	Properties  map[string]*property `json:"properties,omitempty"`
	Additional  any                  `json:"additionalProperties,omitempty"`
	Default     any                  `json:"default,omitempty"`
	Description string               `json:"markdownDescription,omitempty"`
}

// vscodeConfiguration renders contributes.configuration of the extension.
func vscodeConfiguration() []byte {
	names := []string{"path", "trace.server"}
	properties := map[string]*property{
		"path": {Type: "string", Scope: "machine", Default: "",
			Description: "Path of the fettle program. Empty: the one bundled with this extension, else the one on PATH."},
		"trace.server": {Type: "string", Scope: "window", Enum: []string{"off", "messages", "verbose"}, Default: "off",
			Description: "What to log of the messages between VS Code and fettle in the output channel. `verbose` includes source text."},
	}
	rows := vscodeSettings()
	for _, k := range Keys() {
		i := slices.IndexFunc(rows, func(s manifestRow) bool { return s.Key == k.Name })
		if i < 0 {
			continue
		}
		s := rows[i]
		if !strings.Contains(k.Name, "*") {
			names = append(names, s.Setting)
			p := k.property()
			p.Scope = s.Scope
			properties[s.Setting] = &p
			continue
		}
		p := k.property()
		p.Default, p.Description = nil, ""
		names = append(names, s.Setting)
		properties[s.Setting] = &property{Type: "object", Scope: s.Scope, Default: map[string]any{},
			Description: groupDoc(k), Additional: &p}
	}
	var b bytes.Buffer
	b.WriteByte('[')
	for i, g := range vscodeGroups() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"title":"` + g.title + `","properties":{`)
		first := true
		for _, name := range names {
			if !slices.Contains(g.heads, strings.Split(name, ".")[0]) {
				continue
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			b.WriteString(`"fettle.` + name + `":`)
			encode(&b, properties[name])
		}
		b.WriteString("}}")
	}
	b.WriteByte(']')
	return b.Bytes()
}

// settingsGroup is a heading of the settings editor, and how the names below it
// begin.
type settingsGroup struct {
	title string
	heads []string
}

func vscodeGroups() []settingsGroup {
	return []settingsGroup{
		{"General", []string{"path", "log", "trace", "messages", "timeouts"}},
		{"Menus and Fixes", []string{"actions", "preview", "fix"}},
		{"Model", []string{"model"}},
		{"Linters and Trust", []string{"linters", "trust"}},
		{"Context", []string{"context"}},
		{"Privacy", []string{"privacy", "audit"}},
	}
}

// groupDoc describes an object of names.
func groupDoc(k Key) string {
	if strings.HasPrefix(k.Name, "linters.") {
		return "By tool, for example `ruff`. " + k.Doc
	}
	return "By name. " + k.Doc
}

func (k Key) property() property {
	p := property{Description: k.Doc, Default: k.Default, Enum: k.Enum}
	text := &property{Type: "string"}
	switch k.Kind {
	case Bool:
		p.Type = "boolean"
	case Int:
		p.Type = "integer"
		p.Minimum = &k.Min
		if k.Max > 0 {
			p.Maximum = &k.Max
		}
	case Auto:
		p.AnyOf = []property{{Type: "integer", Minimum: &k.Min, Maximum: &k.Max}, {Type: "string", Enum: []string{"auto"}}}
	case Share:
		none, all := 0, 1
		p.Type, p.Minimum, p.Maximum = "number", &none, &all
	case String:
		p.Type = "string"
	case Strings:
		p.Type, p.Items, p.Default = "array", text, []string{}
	case Texts:
		p.Type, p.Additional, p.Default = "object", text, map[string]any{}
	case Command, Patterns:
		p.Type, p.Items, p.Default = []string{"string", "array"}, text, []string{}
	}
	return p
}

// vscodeRestricted lists the settings that VS Code takes only from the user
// while a workspace is not trusted: everything that a workspace can set.
func vscodeRestricted() []byte {
	var names []string
	for _, s := range vscodeSettings() {
		if name := "fettle." + s.Setting; s.Scope == "resource" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var b bytes.Buffer
	encode(&b, names)
	return b.Bytes()
}

// vscodeKeys renders the table that the extension reads at run time.
func vscodeKeys() []byte {
	rows := vscodeSettings()
	slices.SortStableFunc(rows, func(a, b manifestRow) int { return cmp.Compare(a.Setting, b.Setting) })
	var b bytes.Buffer
	encode(&b, rows)
	return indented(b.Bytes(), "")
}

// encode writes JSON without escapes for HTML. The values are our own and
// always encode.
func encode(b *bytes.Buffer, v any) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	b.Truncate(b.Len() - 1)
}

// indented formats JSON with two spaces, for a place that is indented.
func indented(data []byte, prefix string) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, data, prefix, "  "); err != nil {
		panic(err)
	}
	return b.Bytes()
}
