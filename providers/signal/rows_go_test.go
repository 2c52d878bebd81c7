package signal

import "testing"

func TestGoRows(t *testing.T) { checkRows(t, goRows(), goWants()) }

func goWants() []wantRow {
	return []wantRow{
		{tool: "compiler", code: "UnusedImport", row: "go/UnusedImport", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "compiler", code: "UnusedVar", row: "go/UnusedVar", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "compiler", code: "UnusedLabel", row: "go/UnusedLabel", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "gopls", code: "NoNewVar", row: "go/NoNewVar", window: "stmt", needs: "", rungs: "TRM"},
		{tool: "gopls", code: "nonewvars", row: "go vet/nonewvars", window: "stmt", needs: "", rungs: "TRM"},
		{tool: "govet", code: "unusedvariable", row: "go vet/unusedvariable", window: "compound~5 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "compiler", code: "UndeclaredName", row: "go/UndeclaredName", window: "lines(3) +I +N", needs: "constants types lookup", rungs: "TRM"},
		{tool: "compiler", code: "UndeclaredImportedName", row: "go/UndeclaredImportedName", window: "lines(3) +I +N", needs: "types lookup", rungs: "TRM"},
		{tool: "compiler", code: "IncompatibleAssign", row: "go/IncompatibleAssign", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "WrongArgCount", row: "go/WrongArgCount", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "AssignmentMismatch", row: "go/AssignmentMismatch", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "UnusedExpr", row: "go/UnusedExpr", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "WrongResultCount", row: "go/WrongResultCount", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "MissingReturn", row: "go/MissingReturn", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "MissingFieldOrMethod", row: "go/MissingFieldOrMethod", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "MissingLitField", row: "go/MissingLitField", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "MismatchedTypes", row: "go/MismatchedTypes", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "UnaddressableFieldAssign", row: "go/UnaddressableFieldAssign", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "InvalidIfaceAssign", row: "go/InvalidIfaceAssign", window: "function +I +N", needs: "types related", rungs: "TRM"},
		{tool: "compiler", code: "BadDecl", row: "go/*", window: "function +I +N", needs: "types related", rungs: "TM"},
		{tool: "govet", code: "unreachable", row: "go vet/unreachable", window: "lines(4)", needs: "", rungs: "RTM", traits: "removal"},
		{tool: "govet", code: "simplifycompositelit", row: "go vet/simplifycompositelit", window: "compound~1", needs: "", rungs: "TM"},
		{tool: "govet", code: "modernize", row: "go vet/modernize", window: "compound~8 +I", needs: "", rungs: "TM"},
		{tool: "go fix", code: "rangeint", row: "go fix/*", window: "compound~8 +I", needs: "", rungs: "T"},
		{tool: "govet", code: "printf", row: "go vet/*", window: "compound~7", needs: "docs", rungs: "TRM"},
		{tool: "staticcheck", code: "U1000", row: "staticcheck/U1000", window: "compound~1", needs: "", rungs: "M", traits: "removal"},
		{tool: "staticcheck", code: "SA4006", row: "staticcheck/*", window: "stmt~4 +S", needs: "docs", rungs: "TRM"},
		{tool: "golangci-lint", code: "errcheck", row: "golangci-lint/errcheck", window: "compound +S", needs: "related function", rungs: "M"},
		{tool: "golangci-lint", code: "goerr113", row: "golangci-lint/goerr113", window: "stmt +I", needs: "docs",
			rungs: "TM"},
		{tool: "golangci-lint", code: "err113", row: "golangci-lint/err113", window: "stmt +I", needs: "docs",
			rungs: "TM"},
		{tool: "golangci-lint", code: "errorlint", row: "golangci-lint/errorlint", window: "stmt +I", needs: "docs",
			rungs: "TM"},
		{tool: "golangci-lint", code: "unused", row: "golangci-lint/unused", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "golangci-lint", code: "ineffassign", row: "golangci-lint/ineffassign", window: "stmt~1 +I", needs: "", rungs: "TRM", traits: "removal"},
		{tool: "golangci-lint", code: "revive", row: "golangci-lint/*", window: "compound +S", needs: "docs", rungs: "TM"},
	}
}
