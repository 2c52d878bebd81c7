package testkit

import (
	"os"
	"testing"
)

func TestAlone(t *testing.T) {
	names := []string{"OLLAMA_HOST", "OLLAMA_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"}
	for _, name := range append(names, "FETTLE_BUGS") {
		t.Setenv(name, "as the developer has it")
	}
	Alone()
	for _, name := range names {
		if v, ok := os.LookupEnv(name); ok {
			t.Errorf("%s is %q", name, v)
		}
	}
	if v := os.Getenv("FETTLE_BUGS"); v != "fatal" {
		t.Errorf("bugs are %q", v)
	}
}
