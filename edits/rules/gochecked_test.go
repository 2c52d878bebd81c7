package rules

import "testing"

func TestDeferChecked(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nfunc f(url string) error {\n\t" + body + "\n\treturn nil\n}\n"
	}
	const said = "using resp before checking for errors"
	const get, asks, closes, marked = "resp, err := http.Get(url)\n\t", "if err != nil {\n\t\treturn err\n\t}", "defer resp.Body.Close()", "defer «resp».Body.Close()"
	late := func(name, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/httpresponse", message: said, in: in(body), why: why}
		if why == "" {
			c.want = in(want)
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		late("a response", get+marked+"\n\t"+asks, get+asks+"\n\t"+closes, ""),
		late("with a comment", get+marked+" // in the end\n\t"+asks, get+asks+"\n\t"+closes+" // in the end", ""),
		late("the end of the program", get+marked+"\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}", get+"if err != nil {\n\t\tlog.Fatal(err)\n\t}\n\t"+closes, ""),
		late("the next round", "for {\n\t\tresp, err := http.Get(url)\n\t\t"+marked+"\n\t\tif err != nil {\n\t\t\tcontinue\n\t\t}\n\t}", "for {\n\t\tresp, err := http.Get(url)\n\t\tif err != nil {\n\t\t\tcontinue\n\t\t}\n\t\t"+closes+"\n\t}", ""),
		{name: "a file", signal: "staticcheck/SA5001", message: "should check error returned from os.Open() before deferring file.Close()", in: in("file, err := os.Open(url)\n\t«defer file.Close()»\n\t" + asks), want: in("file, err := os.Open(url)\n\t" + asks + "\n\tdefer file.Close()")},
		late("something else first", get+"g(«resp».Body)\n\t"+asks, "", "no deferral"),
		late("never asked", get+marked+"\n\tg(err)", "", "nothing behind it"),
		late("another question", get+marked+"\n\tif other != nil {\n\t\treturn err\n\t}", "", "nothing behind it"),
		late("the other way round", get+marked+"\n\tif err == nil {\n\t\treturn err\n\t}", "", "nothing behind it"),
		late("it goes on", get+marked+"\n\tif err != nil {\n\t\tlog.Println(err)\n\t}", "", "nothing behind it"),
		late("with another branch", get+marked+"\n\tif err != nil {\n\t\treturn err\n\t} else {\n\t\tg()\n\t}", "", "nothing behind it"),
		late("with a call of its own", get+marked+"\n\tif err := g(); err != nil {\n\t\treturn err\n\t}", "", "nothing behind it"),
		late("it is closed there", get+marked+"\n\tif err != nil {\n\t\tresp.Body.Close()\n\t\treturn err\n\t}", "", "nothing behind it"),
		late("taken elsewhere", get+"g()\n\t"+marked+"\n\t"+asks, "", "nothing behind it"),
	})
}

func TestDeferAll(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nfunc f(name string) {\n\tstart := time.Now()\n\t" + body + "\n\tg()\n}\n"
	}
	early := func(name, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/defers", message: "call to time.Since is not deferred", in: in(body), why: why}
		if why == "" {
			c.want = in(want)
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		early("logged", "defer log.Println(«time.Since(start)»)", "defer func() { log.Println(time.Since(start)) }()", ""),
		early("with a name", "defer log.Println(name, «time.Since(start)») // in the end", "defer func() { log.Println(name, time.Since(start)) }() // in the end", ""),
		early("with what changes", "n := 0\n\tdefer log.Println(n, «time.Since(start)»)\n\tn++", "", "may be another value"),
		early("no deferral", "go log.Println(«time.Since(start)»)", "", "no deferral"),
	})
}
