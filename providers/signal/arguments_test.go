package signal

import "testing"

func TestLacksArgument(t *testing.T) {
	for message, want := range map[string]bool{
		`Missing positional argument "initial" in call to "Window"`:    true,
		`Missing positional arguments "a", "b" in call to "f"`:         true,
		`Missing named argument "x" for "f"`:                           true,
		`Argument missing for parameter "b"`:                           true,
		"not enough arguments in call to book\n\thave (int)":           true,
		"Too few arguments for \"f\"":                                  true,
		"No value for argument 'b' in function call":                   true,
		"Expected 2 arguments, but got 1.":                             true,
		"Expected 2-3 arguments, but got 1.":                           true,
		"Expected at least 2 arguments, but got 0.":                    true,
		"this function takes 2 arguments but 1 argument was supplied":  true,
		"Expected 1 arguments, but got 2.":                             false,
		"this function takes 1 argument but 2 arguments were supplied": false,
		`Too many arguments for "f"`:                                   false,
		`Argument 1 to "f" has incompatible type "int"`:                false,
		"missing return": false,
	} {
		if got := LacksArgument(Diagnostic{Message: message}); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}

func TestAskedCall(t *testing.T) {
	for message, want := range map[string]string{
		"should call wg.Add(1) before starting the goroutine to avoid a race": "Add",
		"Missing call to super().__init__":                                    "super",
		"rows.Close is never called":                                          "Close",
		"should use strings.ReplaceAll instead of strings.Replace":            "",
		"do not call os.Exit here":                                            "",
	} {
		if got := AskedCall(message); got != want {
			t.Errorf("%s: %q", message, got)
		}
	}
}
