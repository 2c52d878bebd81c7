package config

import (
	"bytes"
	"strings"
)

// fileSchema renders the JSON schema of a settings file: one object a table of TOML, where a
// "*" in a key's name stands for any name. An unknown key is an error, as it is when the file
// is read.
func fileSchema() []byte {
	root := &property{Type: "object", Properties: map[string]*property{}, Additional: false}
	for _, k := range Keys() {
		at := root
		parts := strings.Split(k.Name, ".")
		for _, name := range parts[:len(parts)-1] {
			at = at.member(name)
		}
		p := k.property()
		p.Description += k.unmentioned()
		at.put(parts[len(parts)-1], &p)
	}
	var b bytes.Buffer
	encode(&b, struct {
		Schema string `json:"$schema"`
		Title  string `json:"title"`
		*property
	}{"http://json-schema.org/draft-07/schema#", "Settings of fettle: config.toml, .fettle.toml", root})
	// The tools that complete TOML read the standard's name, VS Code its own.
	plain := bytes.ReplaceAll(b.Bytes(), []byte(`"markdownDescription":`), []byte(`"description":`))
	return append(indented(plain, ""), '\n')
}

// member is the object under a name, made where it is not there yet.
func (p *property) member(name string) *property {
	var under *property
	if name == "*" {
		under, _ = p.Additional.(*property)
	} else {
		under = p.Properties[name]
	}
	if under == nil {
		under = &property{Type: "object", Properties: map[string]*property{}, Additional: false}
		p.put(name, under)
	}
	return under
}

// put sets what stands under a name.
func (p *property) put(name string, under *property) {
	if name == "*" {
		p.Additional = under
		return
	}
	p.Properties[name] = under
}
