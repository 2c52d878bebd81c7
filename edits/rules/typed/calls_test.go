package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestKeywordName(t *testing.T) {
	const def = "def connect(host, *, port=80, ports=(), secure=False): ...\n\n\n"
	said := func(name string) string { return `Unexpected keyword argument "` + name + `" for "connect"` }
	table.Run(t, "python", []ruletest.Case{
		{Name: "a slip", Signal: "mypy/call-arg", Message: said("secrue") + `; did you mean "secure"?`,
			In: def + "«connect(host, secrue=True)»\n", Want: def + "connect(host, secure=True)\n"},
		{Name: "pyright", Signal: "pyright/reportCallIssue", Message: `No parameter named "hst"`,
			In: def + "connect(«hst»=1)\n", Want: def + "connect(host=1)\n"},
		{Name: "two that are spelled like it", Signal: "mypy/call-arg", Message: said("porz"),
			In: def + "«connect(host, porz=1)»\n", Want: def + "connect(host, port=1)\n"},
		{Name: "two of them", Signal: "mypy/call-arg", Message: said("portx"), In: def + "«connect(host, portx=1)»\n",
			Why: "more than one"},
		{Name: "another word", Signal: "mypy/call-arg", Message: said("timeout"), In: def + "«connect(host, timeout=1)»\n",
			Why: "no parameter is spelled"},
		{Name: "a letter", Signal: "mypy/call-arg", Message: said("z"), In: "def f(*, y): ...\n\n\n«f(z=1)»\n",
			Why: "no parameter is spelled"},
		{Name: "given already", Signal: "mypy/call-arg", Message: said("secrue"),
			In: def + "«connect(host, secure=False, secrue=True)»\n", Why: "no parameter is spelled"},
	})
}
