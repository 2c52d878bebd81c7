package signal

// rustRows returns the rows of rustc and clippy.
func rustRows() []Row {
	unused := func(code, docs string) Row {
		return Row{Signal: "rustc/" + code, Window: "stmt~1 +I", Rungs: "TM", Docs: docs, Traits: Traits{Removal: true},
			Why: "What is unused goes, or gets a name that says so."}
	}
	return []Row{
		{Signal: "rustc/E0*", Window: "function +S +I +N +R", Needs: []Need{NeedTypes, NeedRelated}, Rungs: "TM",
			Why:  "Types and borrows are decided by the whole function and the places the compiler names.",
			Docs: "The compiler explains the code with --explain."},
		unused("unused_imports", "An import that nothing uses."),
		unused("unused_variables", "A variable that nothing reads."),
		unused("unused_mut", "A binding is mutable and never changed."),
		unused("dead_code", "An item that nothing uses."),
		{Signal: "rustc/*", Window: "function +S +I +N +R", Needs: []Need{NeedTypes}, Rungs: "TM",
			Why: "What the compiler says reaches as far as the function and the places it names."},
		{Signal: "clippy/derivable_impls", Window: "compound~1 +N +R", Needs: []Need{NeedDocs}, Rungs: "TM",
			Traits: Traits{Removal: true},
			Why:    "The impl goes and the derive attribute appears on the type it is for.",
			Docs:   "A Default that only fills in defaults can be derived."},
		{Signal: "clippy/new_without_default", Window: "class~2 +R", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why:  "The new impl stands next to the one that holds the constructor.",
			Docs: "A type with a new that takes nothing should have a Default."},
		{Signal: "clippy/*", Window: "compound~5 +R", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why: "A lint is about the expression it marks, the lines that go with it and the places its labels name."},
	}
}

// genericRows answer for tools the table does not know.
func genericRows() []Row {
	return []Row{
		{Signal: "*/error", Window: "function +I +R", Needs: []Need{NeedTypes, NeedRelated}, Rungs: "TM",
			Why: "An error of an unknown tool may need any change of the function around it."},
		{Signal: "*/warning", Window: "lines(5)", Rungs: "TM",
			Why: "A warning of an unknown tool is about its line and the lines next to it."},
	}
}
