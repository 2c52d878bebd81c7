package calibration

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Known is what a calibration found of one model at one endpoint.
type Known struct {
	Shape   string    `json:"shape"`
	Right   int       `json:"right"`
	Tasks   int       `json:"tasks"`
	Seconds float64   `json:"seconds"`        // of a task, median
	Sure    float64   `json:"sure,omitempty"` // see [Sure]
	At      time.Time `json:"at"`
	Prompt  string    `json:"prompt"` // the wording that it was found with
}

// Store returns the file of what is known, "" where nothing can be kept.
func Store() string {
	dir := files.StateFolder()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "models.json")
}

// Read returns what is known of a model at a host. What was found with another
// wording of the questions does not count.
func Read(store, host, model string) (Known, bool) {
	k, ok := read(store)[key(host, model)]
	_, shape := prompt.ShapeNamed(k.Shape)
	return k, ok && shape && k.Prompt == prompt.Sum()
}

func key(host, model string) string { return model + " at " + host }

// read returns nothing where there is no file, or none that can be read.
func read(store string) map[string]Known {
	out := map[string]Known{}
	if store == "" {
		return out
	}
	f, err := files.Read(store, limits.GrantsFile)
	if err != nil || json.Unmarshal(f.Data, &out) != nil {
		return map[string]Known{}
	}
	return out
}

// Keep remembers the best row for a model at a host, and from which likelihood on it is believed.
func Keep(store, host, model string, best Row, sure float64, now time.Time) error {
	if store == "" {
		return errors.New("there is no folder for the user's state; set XDG_STATE_HOME or HOME")
	}
	all := read(store)
	all[key(host, model)] = Known{Shape: best.Shape.String(), Right: best.Right, Tasks: Tasks(), Seconds: best.Seconds,
		Sure: sure,
		At:   now.UTC().Truncate(time.Second), Prompt: prompt.Sum()}
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(store), 0o700); err != nil {
		return err
	}
	return files.WriteOwn(store, append(data, '\n'))
}
