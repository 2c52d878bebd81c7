package doctor

import (
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/model"
)

// A model that takes longer for a fix than a fix may take is named before anybody
// waits for it.
func TestTooSlow(t *testing.T) {
	for fix, level := range map[time.Duration]string{396 * time.Second: "warn", 20 * time.Second: "ok"} {
		c := check{Level: "ok"}
		c.tooSlow(fix, 2*time.Minute)
		if c.Level != level || (len(c.Advice) > 0) != (level == "warn") || level == "warn" && !strings.Contains(c.Advice[0], "may take 120 s") {
			t.Errorf("%v: %+v", fix, c)
		}
	}
}

// Where nothing that is installed fixes anything, the advice is a model to fetch.
func TestChosenNone(t *testing.T) {
	got := strings.Join(chosen([]model.Installed{{Name: "tiny:135m", Billions: 0.135}, {Name: "all-minilm"}}), "\n")
	if !strings.Contains(got, "none of the 2 models") || !strings.Contains(got, "ollama pull "+smallModel) {
		t.Errorf("advice: %s", got)
	}
	if got := chosen(nil); got != nil {
		t.Errorf("advice about nothing: %v", got)
	}
}
