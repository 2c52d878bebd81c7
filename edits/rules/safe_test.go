package rules

import "testing"

// TestSafe holds the rules that keep what the program does, and why. The others
// say why they may not: fix all leaves them out, and the menu labels them.
func TestSafe(t *testing.T) {
	safe := map[string]string{
		"split-suite":           "a line break",
		"split-statements":      "a line break",
		"layout":                "blanks and line breaks between words, and blanks in comments",
		"one-import-a-line":     "the same imports in the same order",
		"negated-test":          "not binds less than in and is, and both give a bool",
		"plain-fstring":         "the text is the same",
		"raise-from":            "the same exception in the same context; only its recorded cause is new",
		"unused-loop-variable":  "a local name that nothing reads, not by its spelling either",
		"annotate-empty":        "an annotation with builtin types, as the type checker spells them for this version",
		"unused-go-import":      "nothing compiled before",
		"unused-go-variable":    "nothing compiled before",
		"missing-go-import":     "nothing compiled before",
		"assign-existing":       "nothing compiled before",
		"fill-return":           "nothing compiled before",
		"address-of":            "nothing compiled before",
		"convert-number":        "nothing compiled before",
		"format-verb":           "it printed %!d(string=…)",
		"element-field":         "nothing compiled before",
		"convert-text":          "nothing compiled before",
		"stated-name":           "nothing compiled before",
		"lock-receiver":         "each call locked a copy; the method changes nothing, or what its lock guards",
		"before-jump":           "a variable that nothing changed counts or holds something now",
		"other-count":           "nothing compiled before",
		"convert-elements":      "nothing compiled before",
		"range-value":           "nothing compiled before",
		"defer-checked":         "it was a panic where there is an error",
		"defer-all":             "it logged that no time had passed",
		"other-side":            "nobody could have given the field a value so",
		"keep-appended":         "nothing compiled before",
		"defer-cancel":          "what uses the context is over by then",
		"call-with-format":      "it printed the format itself, or did not compile",
		"add-before":            "only the race is gone",
		"missing-import":        "it was a NameError; the module is one of the standard library",
		"fill-pointer":          "the call failed each time",
		"other-name":            "it was a NameError; the checker and the module agree on the name",
		"await-result":          "it was an AttributeError or TypeError, or nothing was done",
		"unpack-fewer":          "it was a ValueError",
		"generator-return":      "it yielded before; only the annotation says so now",
		"other-member":          "it was an AttributeError",
		"call-operand":          "it was a TypeError",
		"no-call":               "it was a TypeError",
		"range-of-length":       "it was a TypeError",
		"count-items":           "it was a TypeError",
		"bind-loop-variable":    "each function of a for loop has the value of its round, as it has while the round lasts",
		"keep-changed":          "it was None where something else was promised",
		"call-value":            "it was a TypeError or AttributeError",
		"fraction-first":        "its function says that it gives a fraction",
		"empty-value":           "it is empty, and of the kind that was promised",
		"path-suffix":           "it was a TypeError",
		"keyword-argument":      "it was a TypeError",
		"keyword-name":          "it was a TypeError",
		"swap-arguments":        "each had the type of the other",
		"swap-go-arguments":     "nothing compiled before",
		"make-map":              "it was a panic",
		"hand-on-error":         "nobody heard of the error, and the next statement took its place",
		"binary-mode":           "it was a TypeError, or bytes were promised and a text was given",
		"other-result":          "a list can be gone through as often as one likes, a match is true as it was, a tuple has what the list had",
		"text-operand":          "it was a TypeError",
		"redundant-jump":        "control goes there anyway",
		"nested-call":           "staticcheck's simplifications (S1…) mean the same",
		"deprecated-ioutil":     "its functions call those of io and os since Go 1.16",
		"stated-replacement":    "staticcheck's simplifications (S1…) mean the same",
		"stated-simplification": "as above",
		"count-from-zero":       "it was NaN",
		"absent-member":         "the description says that there is nothing of it, and the type how that is written",
		"own-conversion":        "the file has one function for every value of the type",
		"present-value":         "a word for the type checker, which does not follow Map.has",
		"keyed-object":          "a type",
		"public-member":         "it gives back the same value",
		"date-arithmetic":       "the operators take the time of a date themselves",
		"message-of-thrown":     "an Error gives its message as before; anything else had none",
		"unused-catch":          "a name that nothing reads, not by its spelling either",
		"unused-expect-error":   "a comment",
		"missing-override":      "a word for the type checker",
		"fresh-default":         "it was a TypeError or AttributeError where nothing was given",
		"keep-items":            "it was a TypeError; a list can be gone through as often as one likes",
		"missing-self":          "it was a TypeError when it was called of an object",
		"pass-to-super":         "it was a TypeError",
		"sorted-result":         "a list was promised, in that order",
		"own-member":            "it was a NameError",
		"fill-default":          "it was an AttributeError for each key",
		"dict-items":            "it was a ValueError or TypeError, or took keys of two letters apart",
		"join-numbers":          "it was a TypeError",
		"optional-default":      "the annotation spells what the default says already",
	}
	unsafe := map[string]string{
		"none-comparison":      "__eq__ may be overloaded",
		"bool-comparison":      "2 is true, but 2 != True",
		"singleton-comparison": "as for None and for bool",
		"bare-except":          "SystemExit and KeyboardInterrupt pass",
		"not-implemented":      "another exception is raised: it was a TypeError",
		"assert-false":         "it is raised under -O too",
		"raise-literal":        "another exception is raised: it was a TypeError",
		"unused-import":        "an import may have side effects",
		"redefinition":         "what is removed may have been meant",
		"unused-variable":      "a with or except may have been meant to use it",
		"lambda-to-def":        "the function has a name",
		"hoist-import":         "the import runs earlier",
		"mutable-default":      "calls no longer share the value",
		"forward-reference":    "the annotation is a text at run time",
		"local-import":         "the name is the module's",
		"capture-output":       "an error in the arguments shows elsewhere",
		"deprecated-alias":     "the object is another one",
		"increment":            "the value changes",
		"debugger-call":        "the program no longer stops",
		"eager-conversion":     "the conversion happens later, or never",
		"lazy-logging":         "values are made texts later, or never; an error in that is logged",
		"check-certificates":   "connections may fail",
		"returns-none":         "annotations are read at run time by some libraries",
		"digits":               "the text is another one",
		"errors-is":            "wrapped errors are equal now",
		"unused-script-import": "an import may have side effects",
		"blank-after-summary":  "help texts are made of docstrings",
		"imperative-summary":   "help texts are made of docstrings",
		"unused-ignore":        "the checker may need it where other packages are installed",
		"stated-text":          "a tool's word for it is none that both mean the same",
		"lower-error":          "texts of errors are shown, and sometimes compared",
		"safe-load":            "texts may be refused",
	}
	for _, r := range All() {
		switch why, other := safe[r.Name], unsafe[r.Name]; {
		case why == "" && other == "":
			t.Errorf("%s: say whether it keeps what the program does, and why", r.Name)
		case r.Safe != (why != ""):
			t.Errorf("%s: Safe is %v, but %s%s", r.Name, r.Safe, why, other)
		}
		delete(safe, r.Name)
		delete(unsafe, r.Name)
	}
	for name := range safe {
		t.Errorf("no rule %s", name)
	}
	for name := range unsafe {
		t.Errorf("no rule %s", name)
	}
}
