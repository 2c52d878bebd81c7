package rules

import "testing"

func TestLockReceiver(t *testing.T) {
	const said = "Total passes lock by value: a.Store contains sync.Mutex"
	in := func(recv, body string) string {
		return "package a\n\nfunc (" + recv + ") Total() int {\n\t" + body + "\n}\n"
	}
	runCases(t, "go", []ruleCase{
		{name: "a receiver", signal: "go vet/copylocks", message: said, in: in("s «Store»", "return s.n"), want: in("s *Store", "return s.n")},
		{name: "without a name", signal: "go vet/copylocks", message: said, in: in("«Store»", "return 1"), want: in("*Store", "return 1")},
		{name: "of any type", signal: "go vet/copylocks", message: said, in: in("s «Store[T]»", "return s.n"), want: in("s *Store[T]", "return s.n")},
		{name: "changed under its lock", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.mu.Lock()\n\tdefer s.mu.Unlock()\n\ts.n++\n\treturn s.n"), want: in("s *Store", "s.mu.Lock()\n\tdefer s.mu.Unlock()\n\ts.n++\n\treturn s.n")},
		{name: "changed under its own lock", signal: "go vet/copylocks", message: said, in: in("s «Store»", "defer s.Unlock()\n\ts.Lock()\n\ts.n = len(s.list)\n\treturn s.n"), want: in("s *Store", "defer s.Unlock()\n\ts.Lock()\n\ts.n = len(s.list)\n\treturn s.n")},
		{name: "changed before its lock", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.n++\n\ts.mu.Lock()\n\treturn s.n"), why: "changes its receiver"},
		{name: "changed under another lock", signal: "go vet/copylocks", message: said, in: in("s «Store»", "all.mu.Lock()\n\ts.n++\n\treturn s.n"), why: "changes its receiver"},
		{name: "changed under a lock in a branch", signal: "go vet/copylocks", message: said, in: in("s «Store»", "if a {\n\t\ts.mu.Lock()\n\t}\n\ts.n++\n\treturn s.n"), why: "changes its receiver"},
		{name: "changed under what takes an argument", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.Lock(1)\n\ts.n++\n\treturn s.n"), why: "changes its receiver"},
		{name: "changed after something else", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.mu.Unlock()\n\ts.n++\n\treturn s.n"), why: "changes its receiver"},
		{name: "a changed copy", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.mu.Lock()\n\ts.n++\n\treturn count(s)"), why: "as a whole"},
		{name: "in a literal", signal: "go vet/copylocks", message: said, in: in("s «Store»", "return count(Pair{store: s})"), why: "as a whole"},
		{name: "the name of a field", signal: "go vet/copylocks", message: said, in: in("s «Store»", "return count(Pair{s: s.n})"), want: in("s *Store", "return count(Pair{s: s.n})")},
		{name: "changed", signal: "go vet/copylocks", message: said, in: in("s «Store»", "s.list[0].n++\n\treturn s.n"), why: "changes its receiver"},
		{name: "a parameter", signal: "go vet/copylocks", message: said, in: "package a\n\nfunc Total(s «Store») int {\n\treturn s.n\n}\n", why: "no receiver"},
		{name: "an assignment", signal: "go vet/copylocks", message: "assignment copies lock value to t: a.Store contains sync.Mutex", in: in("s *Store", "t := «*s»\n\treturn t.n"), why: "not what a function is given"},
	})
}

func TestAddBefore(t *testing.T) {
	in := func(before, goes, body string) string {
		return "package a\n\nfunc f(list []int) {\n\tvar wg sync.WaitGroup\n\tfor range list {\n" + before + "\t\t" + goes + "\n" + body + "\t\t}()\n\t}\n\twg.Wait()\n}\n"
	}
	const add, done = "\t\t\twg.Add(1)\n", "\t\t\tdefer wg.Done()\n"
	const marked = "\t\t\t«wg.Add(1)»\n"
	const said = "should call wg.Add(1) before starting the goroutine to avoid a race"
	runCases(t, "go", []ruleCase{
		{name: "at its begin", signal: "staticcheck/SA2000", message: said, in: in("", "go func() {", marked+done), want: in("\t\twg.Add(1)\n", "go func() {", done)},
		{name: "by go vet", signal: "go vet/waitgroup", message: "WaitGroup.Add called from inside new goroutine", in: in("", "go func() {", marked+done), want: in("\t\twg.Add(1)\n", "go func() {", done)},
		{name: "behind a deferral", signal: "staticcheck/SA2000", message: said, in: in("", "go func() {", done+marked), want: in("\t\twg.Add(1)\n", "go func() {", done)},
		{name: "behind a way out", signal: "staticcheck/SA2000", message: said, in: in("", "go func() {", "\t\t\tif done {\n\t\t\t\treturn\n\t\t\t}\n"+marked+done), why: "may leave the function"},
		{name: "of a parameter", signal: "staticcheck/SA2000", message: said, in: in("", "go func(wg *sync.WaitGroup) {", marked+done), why: "what the function is given"},
		{name: "with a number of its own", signal: "staticcheck/SA2000", message: said, in: in("", "go func() {", "\t\t\t«wg.Add(n)»\n"+done), why: "no goroutine that counts itself"},
		{name: "elsewhere", signal: "staticcheck/SA2000", message: said, in: in(add, "go func() {", "\t\t\t«defer wg.Done()»\n"), why: "no goroutine that counts itself"},
	})
}

func TestRangeLock(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nfunc f(stores []Store) (sum int) {\n\t" + body + "\n\treturn sum\n}\n"
	}
	loop := func(name, head, body, wantHead, address, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/copylocks", message: "range var s copies lock: a.Store contains sync.Mutex", in: in(head + " {\n\t\t" + body + "\n\t}"), why: why}
		if why == "" {
			c.want = in(wantHead + " {\n\t\t" + address + "\n\t\t" + body + "\n\t}")
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		loop("read", "for _, «s» := range stores", "sum += s.n", "for i := range stores", "s := &stores[i]", ""),
		loop("with its number", "for k, «s» := range x.stores", "sum += k * s.n", "for k := range x.stores", "s := &x.stores[k]", ""),
		loop("with a name that is taken", "i := 1\n\tfor _, «s» := range stores", "sum += s.n + i", "i := 1\n\tfor j := range stores", "s := &stores[j]", ""),
		loop("changed under its lock", "for _, «s» := range stores", "s.mu.Lock()\n\t\ts.n++\n\t\ts.mu.Unlock()", "for i := range stores", "s := &stores[i]", ""),
		loop("changed", "for _, «s» := range stores", "s.n++\n\t\tsum += s.n", "", "", "changes its copy"),
		loop("handed on", "for _, «s» := range stores", "g(s)", "", "", "as a whole"),
		loop("of a call", "for _, «s» := range g()", "sum += s.n", "", "", "where the elements are"),
		loop("of an element of a call", "for _, «s» := range x[g()]", "sum += s.n", "", "", "where the elements are"),
		loop("of what it changes", "for _, «s» := range stores", "stores = nil\n\t\tsum += s.n", "", "", "changes what it goes through"),
		loop("with a number that changes", "for k, «s» := range stores", "k++\n\t\tsum += s.n * k", "", "", "changes what it goes through"),
		loop("of a variable that is there", "var s Store\n\tfor _, «s» = range stores", "sum += s.n", "", "", "where the elements are"),
		{name: "on one line", signal: "go vet/copylocks", message: "range var s copies lock: a.Store contains sync.Mutex", in: in("for _, «s» := range stores { sum += s.n }"), why: "shares its line"},
		{name: "no loop", signal: "go vet/copylocks", message: "range var s copies lock: a.Store contains sync.Mutex", in: in("«sum» = 1"), why: "no loop"},
	})
}
