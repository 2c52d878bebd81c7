package golang_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestMissingGoImport(t *testing.T) {
	table.Run(t, "go", []ruletest.Case{
		{Name: "into the group", Signal: "go/UndeclaredName", Message: "undefined: sort",
			In: "package a\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc f(s []string) {\n\t«sort».Strings(s)\n" +
				"\tfmt.Println(strings.Join(s, \"\"))\n}\n",
			Want: "package a\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n\t\"strings\"\n)\n\nfunc f(s []string) {\n\tsort.Strings(s)\n" +
				"\tfmt.Println(strings.Join(s, \"\"))\n}\n"},
		{Name: "the first", Signal: "go/UndeclaredName", Message: "undefined: filepath",
			In:   "package a\n\nvar x = «filepath».Join(\"a\")\n",
			Want: "package a\n\nimport \"path/filepath\"\n\nvar x = filepath.Join(\"a\")\n"},
		{Name: "a type", Signal: "go vet/undeclaredname", Message: "undefined: time",
			In:   "package a\n\nimport \"os\"\n\nfunc f(d «time».Duration) { os.Exit(0) }\n",
			Want: "package a\n\nimport \"os\"\nimport \"time\"\n\nfunc f(d time.Duration) { os.Exit(0) }\n"},
		{Name: "two of that name", Signal: "go/UndeclaredName", Message: "undefined: rand",
			In: "package a\n\nvar x = «rand».Int()\n", Why: "no single package"},
		{Name: "a function", Signal: "go/UndeclaredName", Message: "undefined: sort", In: "package a\n\nvar x = «sort»(1)\n",
			Why: "not used as a package"},
		{Name: "a field", Signal: "go/UndeclaredName", Message: "undefined: user", In: "package a\n\nvar x = «user».name\n",
			Why: "not used as a package"},
		{Name: "what it lacks", Signal: "go/UndeclaredName", Message: "undefined: sort.Strngs",
			In: "package a\n\nimport \"sort\"\n\nvar x = «sort».Strngs()\n", Why: "not used as a package"},
		{Name: "under another name", Signal: "go/UndeclaredName", Message: "undefined: sort",
			In: "package a\n\nimport s \"sort\"\n\nvar x = «sort».Strings\nvar y = s.Ints\n", Why: "another name"},
	})
}
