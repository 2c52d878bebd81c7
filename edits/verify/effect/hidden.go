package effect

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// hidden are forms in which the same goes on where a tool does not look, or for more
// than the place complained about, by language; tokens stand with blanks between.
var hidden = []struct {
	langs string
	form  *lazyre.Regexp
	says  string
}{
	{"rust", lazyre.New(`\bmacro_rules !`), "it moves code into a macro"},
	{"rust", lazyre.New(`\bas_(?:mut_)?ptr \( \) as \b|& \w+ as \* const \w+ as usize`), "it takes the address for the value"},
	{"shellscript bash sh", lazyre.New(`\$ ?\{ ?\w+ ?@ ?[PEA] ?\}`), "it expands what the value says"}, // Bash 5.3, "Shell Parameter Expansion"
	{"java kotlin", lazyre.New(`@ (?:kotlin \. |java \. lang \. )?Deprecated\b`), "it calls itself deprecated"},
	{"java kotlin", lazyre.New(`\bclass \. cast \(`), "it casts by a class that says nothing of what is inside"},
	{"ruby", lazyre.New(`\b(?:class_exec|class_eval|module_eval|instance_eval|instance_exec|alias_method|remove_method|undef_method|define_method|refine)\b`), "it changes a class for everybody"},
	{"ruby", lazyre.New(`\bcreate_additions : true`), "it makes objects of what the text names"},
	{"c cpp", lazyre.New(`\( union \{`), "it casts through a union"},
}

// goesOnHidden finds the same going on in a form that the tool does not look at.
func goesOnHidden(c evasion.Change) string {
	was, now := "", ""
	for _, h := range hidden {
		if !strings.Contains(" "+h.langs+" ", " "+c.Lang+" ") {
			continue
		}
		if was == "" && now == "" {
			was, now = token.Joined(c.Was), token.Joined(c.Now)
			if c.Shell { // whose strings are code
				was, now = c.Before, c.After
			}
		}
		if len(h.form.FindAllString(now, -1)) > len(h.form.FindAllString(was, -1)) {
			return h.says
		}
	}
	if c.Lang == "ruby" && !strings.Contains("\n"+c.Before, "\n__END__\n") && strings.Contains("\n"+c.After, "\n__END__\n") {
		return "it ends the program before what follows" // https://docs.ruby-lang.org/en/3.4/syntax/miscellaneous_rdoc.html
	}
	return ""
}
