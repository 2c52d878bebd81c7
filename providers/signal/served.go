package signal

// Served reports whether the language server that reports a diagnostic mends it
// by itself, in the one way there is. Its answer to a request for actions is not
// seen by other servers, so that this is known by the rule alone.
func Served(d Diagnostic) bool {
	tool, code := Normal(d)
	return tool == "tsc" && contains(servedByTypeScript, code)
}

// servedByTypeScript are the errors for which tsserver has a code fix that needs
// no choice: another spelling, what is unused or unreachable, modifiers, imports
// of types, async and await, and calls of super.
const servedByTypeScript = "2551 2552 2568 2570 2662 2663 2724 2833 4117 " +
	"6133 6138 6192 6196 6198 6199 6205 7027 7028 " +
	"4112 4113 4114 4115 4116 " +
	"1205 1484 1485 1064 1103 1308 " +
	"2377 17009 2689 2720"

// ServesIgnore reports whether the server that reports a diagnostic has an entry of its own
// that has it ignored.
func ServesIgnore(d Diagnostic) bool {
	return contains("ruff basedpyright pylance eslint biome", d.Server)
}

// ServedAs reports whether the server that reports a diagnostic has an entry that
// does what a rule of ours does, wherever that rule does anything.
func ServedAs(d Diagnostic, rule string) bool {
	for _, row := range servedRules {
		if row.rule == rule && contains(row.servers, d.Server) {
			return true
		}
	}
	return false
}

// servedRules are rules that language servers have too, and the sources under which
// these report. Pyright has its imports only in Pylance and basedpyright.
var servedRules = [...]struct{ rule, servers string }{
	{"missing-import", "basedpyright pylance"},
	{"missing-go-import", "compiler"}, // gopls
}
