package rules

import "testing"

func TestMissingGoImport(t *testing.T) {
	runCases(t, "go", []ruleCase{
		{name: "into the group", signal: "go/UndeclaredName", message: "undefined: sort", in: "package a\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc f(s []string) {\n\t«sort».Strings(s)\n\tfmt.Println(strings.Join(s, \"\"))\n}\n",
			want: "package a\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n\t\"strings\"\n)\n\nfunc f(s []string) {\n\tsort.Strings(s)\n\tfmt.Println(strings.Join(s, \"\"))\n}\n"},
		{name: "the first", signal: "go/UndeclaredName", message: "undefined: filepath", in: "package a\n\nvar x = «filepath».Join(\"a\")\n", want: "package a\n\nimport \"path/filepath\"\n\nvar x = filepath.Join(\"a\")\n"},
		{name: "a type", signal: "go vet/undeclaredname", message: "undefined: time", in: "package a\n\nimport \"os\"\n\nfunc f(d «time».Duration) { os.Exit(0) }\n", want: "package a\n\nimport \"os\"\nimport \"time\"\n\nfunc f(d time.Duration) { os.Exit(0) }\n"},
		{name: "two of that name", signal: "go/UndeclaredName", message: "undefined: rand", in: "package a\n\nvar x = «rand».Int()\n", why: "no single package"},
		{name: "a function", signal: "go/UndeclaredName", message: "undefined: sort", in: "package a\n\nvar x = «sort»(1)\n", why: "not used as a package"},
		{name: "a field", signal: "go/UndeclaredName", message: "undefined: user", in: "package a\n\nvar x = «user».name\n", why: "not used as a package"},
		{name: "what it lacks", signal: "go/UndeclaredName", message: "undefined: sort.Strngs", in: "package a\n\nimport \"sort\"\n\nvar x = «sort».Strngs()\n", why: "not used as a package"},
		{name: "under another name", signal: "go/UndeclaredName", message: "undefined: sort", in: "package a\n\nimport s \"sort\"\n\nvar x = «sort».Strings\nvar y = s.Ints\n", why: "another name"},
	})
}
