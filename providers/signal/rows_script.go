package signal

// scriptRows returns the rows of tsc, ESLint and Biome.
func scriptRows() []Row {
	undefined := func(code string) Row {
		return Row{Signal: "tsc/" + code, Window: "lines(3) +I +N", Needs: []Need{NeedConstants, NeedTypes, NeedLookup},
			Rungs: "TRM",
			Why:   "The name is misspelled here or its import is missing above.",
			Docs:  "No definition of the name is in scope."}
	}
	assign := func(code, rungs, docs string) Row {
		return Row{Signal: "tsc/" + code, Window: "lines(10) +S +I +N", Needs: []Need{NeedTypes, NeedRelated}, Rungs: rungs,
			Docs: docs,
			Why:  "Either the value here or the declared type is wrong."}
	}
	property := func(code string) Row {
		return Row{Signal: "tsc/" + code, Window: "lines(7) +I +N +C", Needs: []Need{NeedTypes, NeedClass}, Rungs: "TRM",
			Why:  "The property is misspelled here or missing in the type.",
			Docs: "The type has no such property."}
	}
	implicit := func(code string) Row {
		return Row{Signal: "tsc/" + code, Window: "stmt +S", Needs: []Need{NeedTypes}, Rungs: "TM",
			Why:  "The annotation goes into the signature.",
			Docs: "A parameter without a type is any."}
	}
	unused := func(signal, rungs string) Row {
		return Row{Signal: signal, Window: "stmt~1 +I", Rungs: rungs, Traits: Traits{Removal: true},
			Why:  "What is unused goes, with its import if it was the last use.",
			Docs: "A declaration that nothing uses."}
	}
	hooks := func(signal string) Row {
		return Row{Signal: signal, Window: "function", Needs: []Need{NeedFunction}, Rungs: "TM",
			Why:  "Hooks are bound to the order of calls in the whole component.",
			Docs: "Hooks run in the same order on every render, and name what they depend on."}
	}
	thrown := func(code string) Row {
		return Row{Signal: "tsc/" + code, Window: "lines(7) +S +I +N", Needs: []Need{NeedTypes}, Rungs: "TRM",
			Why:  "What it is has to be asked before it is used.",
			Docs: "Of a value of type unknown nothing can be read before its type was tested: anything may be thrown."}
	}
	return []Row{
		undefined("2304"), undefined("2552"), undefined("2503"), undefined("2686"),
		assign("2322", "TM", "The value's type does not fit the declared one."),
		assign("2345", "TRM", "The argument's type does not fit the parameter."),
		assign("2769", "TM", "No overload of the function takes these arguments."),
		assign("2554", "TM", "The call has too many or too few arguments."),
		property("2339"), property("2551"),
		implicit("7006"), implicit("7031"), implicit("7019"),
		unused("tsc/6133", "TM"), unused("tsc/6192", "TM"), unused("tsc/6196", "TM"), unused("tsc/6198", "TM"),
		{Signal: "tsc/2578", Window: "stmt~1", Rungs: "R", Traits: Traits{Removal: true},
			Why:  "The comment goes and nothing else.",
			Docs: "A directive that expects an error where there is none hides the next one."},
		{Signal: "tsc/4114", Window: "stmt", Rungs: "TM",
			Why:  "The member gets one more word.",
			Docs: "A member that overrides one of its base class says so."},
		{Signal: "tsc/4115", Window: "stmt", Rungs: "TM",
			Why:  "The parameter gets one more word.",
			Docs: "A parameter that declares a property overrides one of the base class, and says so."},
		{Signal: "tsc/4116", Window: "stmt", Rungs: "TM",
			Why:  "The member gets one more word.",
			Docs: "A member that implements an abstract one of its base class says so."},
		thrown("18046"), thrown("2571"),
		{Signal: "tsc/*", Window: "lines(7) +S +I +N", Needs: []Need{NeedTypes}, Rungs: "TRM",
			Why: "A type error is fixed at its place, in the signature or in a definition it names."},
		unused("eslint/no-unused-vars", "TRM"), unused("eslint/@typescript-eslint/no-unused-vars", "TRM"),
		unused("eslint/unused-imports/no-unused-imports", "TM"),
		hooks("eslint/react-hooks/*"),
		{Signal: "eslint/no-undef", Window: "lines(3) +I +N", Needs: []Need{NeedConstants, NeedLookup}, Rungs: "RM",
			Why:  "The name is misspelled here or its import is missing above.",
			Docs: "No definition of the name is in scope."},
		{Signal: "eslint/import/*", Window: "imprun~1 +I", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why: "The rule is about the imports round the place."},
		{Signal: "eslint/*", Window: "stmt", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why: "Most rules are about the style of one statement."},
		unused("biome/lint/correctness/noUnusedVariables", "TM"), unused("biome/lint/correctness/noUnusedImports", "TM"),
		hooks("biome/lint/correctness/useExhaustiveDependencies"), hooks("biome/lint/correctness/useHookAtTopLevel"),
		{Signal: "biome/*", Window: "stmt", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why: "Most rules are about the style of one statement."},
	}
}
