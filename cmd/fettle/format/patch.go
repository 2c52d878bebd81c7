package format

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// patch writes all fixes as one patch that git apply accepts in the working
// folder. It contains no file outside of it. Above the first change stand the files that
// tools did not answer for, and what was skipped, which git apply passes over; it refuses a text without a change,
// so that an empty patch stays empty.
func patch(w io.Writer, r Run) error {
	var unlooked strings.Builder
	for _, f := range r.Files {
		for _, u := range f.Unlooked {
			said := fmt.Sprintf("%s: %s", text.Defuse(f.Path), u.sentence())
			fmt.Fprintf(&unlooked, "# %s\n", strings.Join(strings.Fields(said), " ")) // one line, whatever a tool says
		}
	}
	if len(r.Skipped) > 0 {
		fmt.Fprintf(&unlooked, "# %s\n", strings.Join(strings.Fields(skippedSentence(r.Skipped)), " "))
	}
	for _, f := range r.Files {
		if f.After == f.Before {
			continue
		}
		if path.IsAbs(f.Path) || f.Path == ".." || strings.HasPrefix(f.Path, "../") {
			return fmt.Errorf("%s lies outside of the working folder, and no patch can name it; run fettle in the folder of "+
				"the repository", f.Path)
		}
		if _, err := io.WriteString(w, unlooked.String()+diff.Unified(f.Path, f.Before, f.After)); err != nil {
			return err
		}
		unlooked.Reset()
	}
	return nil
}
