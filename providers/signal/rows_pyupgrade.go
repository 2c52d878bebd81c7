package signal

// pyupgradeRows returns the rows of ruff's UP rules whose fix is known to stay
// smaller than the default of the family: most replace an expression, and only
// a few need an import.
func pyupgradeRows() []Row {
	statement := func(code, rule, docs string) Row {
		return Row{Signal: "ruff/" + code, Rule: rule, Window: "stmt", Rungs: "TM", Docs: docs,
			Why: "An expression or the header it stands in is rewritten, and no import is needed."}
	}
	imports := func(code, rule, docs string) Row {
		return Row{Signal: "ruff/" + code, Rule: rule, Window: "stmt", Rungs: "TM", Docs: docs,
			Why: "The import statement itself is rewritten where it stands."}
	}
	union := func(code, rule, docs string) Row {
		return Row{Signal: "ruff/" + code, Rule: rule, Window: "stmt +I", Rungs: "TM", Docs: docs,
			Why: "The annotation is rewritten, and older targets need a __future__ import for it."}
	}
	return []Row{
		statement("UP001", "useless-metaclass-type", "Every class has the metaclass type."),
		statement("UP003", "type-of-primitive", "The type of a literal has a name."),
		statement("UP004", "useless-object-inheritance", "Every class inherits from object."),
		statement("UP005", "deprecated-unittest-alias", "The alias of the assert method is gone from newer versions."),
		union("UP007", "non-pep604-annotation-union", "Unions are written with |."),
		statement("UP008", "super-call-with-parameters", "super needs no arguments inside a method."),
		statement("UP009", "utf8-encoding-declaration", "UTF-8 is the default encoding."),
		imports("UP010", "unnecessary-future-import", "The feature is on in every supported version."),
		statement("UP011", "lru-cache-without-parameters", "The decorator needs no brackets."),
		statement("UP012", "unnecessary-encode-utf8", "A bytes literal or the default encoding says the same."),
		statement("UP015", "redundant-open-modes", "The mode is the default."),
		statement("UP018", "native-literals", "A literal says the same as the call."),
		statement("UP021", "replace-universal-newlines", "The argument is called text."),
		{Signal: "ruff/UP022", Rule: "replace-stdout-stderr", Window: "stmt", Rungs: "TRM",
			Why:  "The arguments of one call change.",
			Docs: "capture_output says the same as two pipes."},
		imports("UP023", "deprecated-c-element-tree", "cElementTree is gone; ElementTree is as fast."),
		statement("UP024", "os-error-alias", "The alias is OSError."),
		statement("UP025", "unicode-kind-prefix", "Every string is unicode."),
		imports("UP026", "deprecated-mock-import", "mock is part of unittest."),
		statement("UP027", "unpacked-list-comprehension", "A generator does without the list."),
		imports("UP029", "unnecessary-builtin-import", "The name is built in."),
		statement("UP030", "format-literals", "Placeholders are numbered by themselves."),
		statement("UP031", "printf-string-formatting", "Formatting by % is the oldest of three ways."),
		statement("UP032", "f-string", "An f-string holds the values where they are used."),
		statement("UP034", "extraneous-parentheses", "The brackets do nothing."),
		{Signal: "ruff/UP035", Rule: "deprecated-import", Window: "stmt", Rungs: "TRM",
			Why:  "The import statement itself is rewritten where it stands.",
			Docs: "The name lives in another module now."},
		{Signal: "ruff/UP036", Rule: "outdated-version-block", Window: "compound", Rungs: "TM", Traits: Traits{Removal: true},
			Why:  "The whole if statement is replaced by the branch that is always taken.",
			Docs: "The version test is always true or always false for the supported versions."},
		statement("UP037", "quoted-annotation", "The annotation needs no quotes."),
		statement("UP039", "unnecessary-class-parentheses", "The brackets of the class hold nothing."),
		statement("UP043", "unnecessary-default-type-args", "The type arguments are the defaults."),
		union("UP045", "non-pep604-annotation-optional", "Optional is written with | None."),
		statement("UP050", "useless-class-metaclass-type", "Every class has the metaclass type."),
	}
}
