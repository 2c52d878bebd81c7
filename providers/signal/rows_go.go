package signal

// goRows returns the rows of the Go compiler, go vet, gopls' analyzers, staticcheck
// and golangci-lint.
func goRows() []Row {
	typeError := func(code, docs string) Row {
		return Row{Signal: "go/" + code, Window: "function +I +N", Needs: []Need{NeedTypes, NeedRelated}, Rungs: "TM",
			Docs: docs,
			Why:  "A type error is fixed at the use, in the signature or in the declaration it names."}
	}
	ruled := func(code, docs string) Row {
		r := typeError(code, docs)
		r.Rungs = "TRM"
		return r
	}
	unused := func(signal, docs string) Row {
		return Row{Signal: signal, Window: "stmt~1 +I", Rungs: "TRM", Docs: docs, Traits: Traits{Removal: true},
			Why: "What is unused goes, with its import if it was the last use."}
	}
	compared := func(linter string) Row {
		return Row{Signal: "golangci-lint/" + linter, Window: "stmt +I", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why:  "One comparison becomes a call, which may need the import of errors.",
			Docs: "Comparing errors directly misses the wrapped ones."}
	}
	return []Row{
		unused("go/UnusedImport", "Go does not compile with an import that nothing uses."),
		unused("go/UnusedVar", "Go does not compile with a local variable that nothing uses."),
		unused("go/UnusedLabel", "Go does not compile with a label that nothing uses."),
		{Signal: "go vet/unusedvariable", Window: "compound~5 +I", Rungs: "TRM", Docs: "A local variable is never used.",
			Traits: Traits{Removal: true},
			Why:    "The whole assignment goes, which may be a closure, and names on the lines around move together."},
		{Signal: "go/NoNewVar", Window: "stmt", Rungs: "TRM",
			Why:  "The statement assigns instead of declaring.",
			Docs: "Go does not compile a declaration that declares nothing new."},
		{Signal: "go vet/nonewvars", Window: "stmt", Rungs: "TRM",
			Why:  "The statement assigns instead of declaring.",
			Docs: "A declaration that declares nothing new."},
		{Signal: "go/UndeclaredName", Window: "lines(3) +I +N", Needs: []Need{NeedConstants, NeedTypes, NeedLookup},
			Rungs: "TRM",
			Why:   "The name is misspelled here or its import is missing above.",
			Docs:  "No declaration of the name is in scope."},
		{Signal: "go/UndeclaredImportedName", Window: "lines(3) +I +N", Needs: []Need{NeedTypes, NeedLookup}, Rungs: "TRM",
			Why:  "The package has no such name; it is misspelled or the wrong package is imported.",
			Docs: "The imported package does not export the name."},
		ruled("IncompatibleAssign", "A value does not fit the type it is assigned to."),
		ruled("WrongArgCount", "The call has too many or too few arguments."),
		{Signal: "go/WrongResultCount", Window: "function +I +N", Needs: []Need{NeedTypes, NeedRelated}, Rungs: "TRM",
			Why:  "A return has more or fewer values than the signature above it; either may be wrong.",
			Docs: "The number of results does not fit the signature."},
		ruled("AssignmentMismatch", "A call returns more or fewer values than are assigned."),
		ruled("UnusedExpr", "A value is worked out, and nothing is done with it."),
		ruled("MissingReturn", "A function with results can end without a return."),
		ruled("MissingFieldOrMethod", "The type has no such field or method."),
		ruled("MissingLitField", "The struct has no such field."),
		ruled("MismatchedTypes", "The operands have different types."),
		ruled("UnaddressableFieldAssign", "A field of a struct that a map holds cannot be assigned: the map returns a copy."),
		ruled("InvalidIfaceAssign", "The type does not implement the interface."),
		{Signal: "go/*", Window: "function +I +N", Needs: []Need{NeedTypes, NeedRelated}, Rungs: "TM",
			Why: "Compile errors are fixed at the use, in the signature or in the declaration they name."},
		{Signal: "go vet/unreachable", Window: "lines(4)", Rungs: "RTM", Docs: "Code that control flow never reaches.",
			Traits: Traits{Removal: true},
			Why:    "What is never reached goes, up to the end of its block at most, or stands before what leaves it."},
		{Signal: "go vet/simplifycompositelit", Window: "compound~1", Rungs: "TM",
			Docs: "A type that the literal around it says already.",
			Why:  "Only the literal changes."},
		{Signal: "go vet/modernize", Window: "compound~8 +I", Rungs: "TM",
			Docs: "The language or its library has a newer and shorter form for this.",
			Why:  "A loop and what it fills become one call, which may need or free an import."},
		{Signal: "go fix/*", Window: "compound~8 +I", Rungs: "T",
			Docs: "The language or its library has a newer and shorter form for this.",
			Why:  "A loop and what it fills become one call, which may need or free an import."},
		{Signal: "go vet/*", Window: "compound~7", Needs: []Need{NeedDocs}, Rungs: "TRM",
			Why: "Analyzers complain about one statement; what makes it wrong stands a few lines away."},
		{Signal: "staticcheck/U1000", Window: "compound~1", Rungs: "M", Traits: Traits{Removal: true},
			Why:  "What is unused goes as a whole.",
			Docs: "A declaration that nothing uses."},
		{Signal: "staticcheck/*", Window: "stmt~4 +S", Needs: []Need{NeedDocs}, Rungs: "TRM",
			Why: "The check is about one statement and the few next to it that belong to the same step."},
		{Signal: "golangci-lint/errcheck", Window: "compound +S", Needs: []Need{NeedRelated, NeedFunction}, Rungs: "M",
			Why:  "Handling the error may need the signature to return it.",
			Docs: "An error is dropped."},
		compared("errorlint"), compared("err113"), compared("goerr113"),
		unused("golangci-lint/unused", "A declaration that nothing uses."),
		unused("golangci-lint/ineffassign", "A value is assigned and never read."),
		{Signal: "golangci-lint/*", Window: "compound +S", Needs: []Need{NeedDocs}, Rungs: "TM",
			Why: "Linters complain about one statement, with its body where it has one."},
	}
}
