package typed_test

import (
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// table finds the rules of a case.
var table = ruletest.Table(rules.For)
