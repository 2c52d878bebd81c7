package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// TOML reads a settings file. A file that does not parse returns one problem with
// its line, and an empty layer.
func TOML(source string, data []byte, control bool) (Layer, []Problem) {
	layer := Layer{Source: source, Control: control}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		p := Problem{Source: source, Text: "not valid TOML; no setting of this file is used"}
		var de *toml.DecodeError
		if errors.As(err, &de) {
			p.Line, _ = de.Position()
			p.Text = fmt.Sprintf("not valid TOML (%s); no setting of this file is used",
				strings.TrimPrefix(de.Error(), "toml: "))
		}
		return layer, []Problem{p}
	}
	layer.Values = flatten("", tree, Keys(), tomlLines(data))
	return layer, nil
}

// tomlLines maps dotted keys to their 1-based lines.
func tomlLines(data []byte) map[string]int {
	lines := map[string]int{}
	p := unstable.Parser{}
	p.Reset(data)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		var parts []string
		line := 0
		for it := e.Key(); it.Next(); {
			n := it.Node()
			parts = append(parts, string(n.Data))
			line = p.Shape(n.Raw).Start.Line
		}
		name := strings.Join(parts, ".")
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = name + "."
		case unstable.KeyValue:
			lines[table+name] = line
		}
	}
	return lines
}

// JSON reads settings that a client sent, in any of the three shapes that
// clients use: the bare object, {"settings": {…}} or {"fettle": {…}}. Null and
// [] mean nothing.
func JSON(source string, raw json.RawMessage, control bool) (Layer, []Problem) {
	layer := Layer{Source: source, Control: control}
	trimmed := strings.TrimSpace(string(raw))
	if trimmed == "" || trimmed == "null" || trimmed == "[]" {
		return layer, nil
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return layer, []Problem{{Source: source, Text: "expected an object of settings; ignored"}}
	}
	for _, wrap := range []string{"settings", "fettle"} {
		if inner, ok := tree[wrap]; ok && len(tree) == 1 {
			switch x := inner.(type) {
			case map[string]any:
				tree = x
			case nil:
				tree = nil
			}
		}
	}
	layer.Values = flatten("", tree, Keys(), nil)
	return layer, nil
}

// Flags reads --set KEY=VALUE arguments. A value is TOML; what is not is read
// as a string, so that --set model.name=qwen needs no quotes.
func Flags(args []string) (Layer, []Problem) {
	layer := Layer{Source: "--set", Control: true}
	var problems []Problem
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		if !ok || key == "" {
			problems = append(problems, Problem{Source: "--set", Text: "expected KEY=VALUE"})
			continue
		}
		var tree map[string]any
		if err := toml.Unmarshal([]byte("x = "+value), &tree); err != nil {
			tree = map[string]any{"x": value}
		}
		layer.Values = append(layer.Values, Value{Key: key, Any: tree["x"]})
	}
	return layer, problems
}
