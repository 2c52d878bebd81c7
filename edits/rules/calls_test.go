package rules

import "testing"

func TestKeywordName(t *testing.T) {
	const def = "def connect(host, *, port=80, ports=(), secure=False): ...\n\n\n"
	said := func(name string) string { return `Unexpected keyword argument "` + name + `" for "connect"` }
	runCases(t, "python", []ruleCase{
		{name: "a slip", signal: "mypy/call-arg", message: said("secrue") + `; did you mean "secure"?`, in: def + "«connect(host, secrue=True)»\n", want: def + "connect(host, secure=True)\n"},
		{name: "pyright", signal: "pyright/reportCallIssue", message: `No parameter named "hst"`, in: def + "connect(«hst»=1)\n", want: def + "connect(host=1)\n"},
		{name: "two that are spelled like it", signal: "mypy/call-arg", message: said("porz"), in: def + "«connect(host, porz=1)»\n", want: def + "connect(host, port=1)\n"},
		{name: "two of them", signal: "mypy/call-arg", message: said("portx"), in: def + "«connect(host, portx=1)»\n", why: "more than one"},
		{name: "another word", signal: "mypy/call-arg", message: said("timeout"), in: def + "«connect(host, timeout=1)»\n", why: "no parameter is spelled"},
		{name: "a letter", signal: "mypy/call-arg", message: said("z"), in: "def f(*, y): ...\n\n\n«f(z=1)»\n", why: "no parameter is spelled"},
		{name: "given already", signal: "mypy/call-arg", message: said("secrue"), in: def + "«connect(host, secure=False, secrue=True)»\n", why: "no parameter is spelled"},
	})
}
