package config

import (
	"fmt"
	"slices"
	"strings"
)

// Documented lists the keys as references show them: with words in place of
// the stars, with the values of an enumeration that its Doc does not mention,
// and with one row for the keys of a named model that repeat those of model.
func Documented() []Key {
	keys := Keys()
	var out []Key
	for _, k := range keys {
		last, named := strings.CutPrefix(k.Name, "models.*.")
		if named && slices.ContainsFunc(keys, func(o Key) bool { return o.Name == "model."+last }) {
			if last == "backend" {
				out = append(out, Key{Name: "models.NAME.KEY",
					Doc: "A further model under a name of your choice, with the same keys as `model`."})
			}
			continue
		}
		k.Name = placeholders.Replace(k.Name)
		k.Doc += k.unmentioned()
		out = append(out, k)
	}
	return out
}

// placeholders are the words that stand for the stars in the names of keys.
var placeholders = strings.NewReplacer(
	"linters.*", "linters.TOOL",
	"linters.custom.*", "linters.custom.NAME",
	"servers.*", "servers.NAME",
	"signals.*.*", "signals.TOOL.CODE",
	"s.*", "s.NAME",
	"languages.*", "languages.LANGUAGE",
	"languageServers.*", "languageServers.LANGUAGE",
)

// unmentioned returns a sentence with the values of an enumeration, if the Doc
// leaves out one other than the default, which is shown next to it.
func (k Key) unmentioned() string {
	var all []string
	missing := 0
	for _, v := range k.Enum {
		if v == "" {
			continue
		}
		all = append(all, "`"+v+"`")
		if v != k.Default && !strings.Contains(k.Doc, "`"+v+"`") {
			missing++
		}
	}
	if missing == 0 {
		return ""
	}
	return " One of " + strings.Join(all, ", ") + "."
}

// Shown returns a key's default, as it would be written.
func (k Key) Shown() string {
	switch d := k.Default.(type) {
	case string:
		if d == "" {
			return "–"
		}
		return "`\"" + d + "\"`"
	case bool, int, float64:
		return fmt.Sprintf("`%v`", d)
	}
	return "–"
}
