package linter

// golangciArgs returns the arguments of a run over packages that changes nothing and
// reports everything: a project may switch fixing on in its configuration, and the
// fourth finding with the same text, which is left out by default, would seem to
// be new as soon as one of the three is fixed. So would what is found on a line of
// another finding, of which one is left out, now this one and now that.
func golangciArgs() []string {
	return []string{"run", "--fix=false", "--output.json.path=stdout", "--output.text.path=", "--show-stats=false",
		"--path-mode=abs",
		"--allow-parallel-runners", "--issues-exit-code=1", "--max-issues-per-linter=0", "--max-same-issues=0",
		"--uniq-by-line=false"}
}
