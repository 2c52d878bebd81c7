package signal

import "testing"

func TestLacking(t *testing.T) {
	for message, want := range map[string]string{
		`Cannot instantiate abstract class "Rectangle" with abstract attribute "area"`:                                                                                                        "Rectangle",
		"Cannot instantiate abstract class \"Rectangle\"\n    \"Figure.area\" is not implemented":                                                                                             "Rectangle",
		"Abstract class 'Rectangle' with abstract methods instantiated":                                                                                                                       "Rectangle",
		"cannot use Square{…} (value of struct type Square) as Figure value in argument to s.Put: Square does not implement Figure (missing method Area)":                                     "Square",
		"cannot use b (variable of type *shop.Book) as Item value: *shop.Book does not implement Item (missing method Price)":                                                                 "Book",
		`"Collector" is missing following "Printer" protocol member:`:                                                                                                                         "Collector",
		"cannot use b as io.Writer value: strings.Builder does not implement io.Writer (method Write has pointer receiver)":                                                                   "",
		`Following member(s) of "Memory" have conflicts:`:                                                                                                                                     "Memory",
		"Argument of type \"Memory\" cannot be assigned to parameter \"sink\"\n  \"Memory\" is incompatible with protocol \"Sink\"":                                                           "Memory",
		"cannot use &b (value of type *Log) as Sink value in argument to put: *Log does not implement Sink (wrong type for method Write)\n\t\thave Write(string)\n\t\twant Write(string) int": "Log",
		`"Rectangle" has no attribute "area"`: "",
	} {
		if got := Lacking(Diagnostic{Message: message}); got != want {
			t.Errorf("%s: %q", message, got)
		}
	}
	noted := Diagnostic{Message: `incompatible type "Collector"; expected "Printer"`, Related: []Related{{Message: `"Collector" is missing following "Printer" protocol member:`}}}
	if got := Lacking(noted); got != "Collector" {
		t.Errorf("a note: %q", got)
	}
}

func TestLackingMember(t *testing.T) {
	for message, want := range map[string][2]string{
		`"Queue" has no attribute "size"`:                                                       {"Queue", "size"},
		`"Queue" has no attribute "siez"; maybe "size"?`:                                        {},
		"q.Size undefined (type *Queue has no field or method Size)":                            {"Queue", "Size"},
		"q.size undefined (type Queue has no field or method size, but does have method Size)":  {},
		"Cannot access attribute \"size\" for class \"Queue\"\n  Attribute \"size\" is unknown": {"Queue", "size"},
		"Property 'size' does not exist on type 'Queue'.":                                       {"Queue", "size"},
		"Property 'siez' does not exist on type 'Queue'. Did you mean 'size'?":                  {},
		"no method named `size` found for reference `&Queue` in the current scope":              {"Queue", "size"},
		"Instance of 'Queue' has no 'size' member":                                              {"Queue", "size"},
		`Item "None" of "Queue | None" has no attribute "size"`:                                 {},
	} {
		if class, member := LackingMember(Diagnostic{Message: message}); [2]string{class, member} != want {
			t.Errorf("%s: %q, %q", message, class, member)
		}
	}
}
