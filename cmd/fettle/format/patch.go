package format

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
)

// patch writes all fixes as one patch that git apply takes in the working
// folder. It takes no file outside of it.
func patch(w io.Writer, r Run) error {
	for _, f := range r.Files {
		if f.After == f.Before {
			continue
		}
		if path.IsAbs(f.Path) || f.Path == ".." || strings.HasPrefix(f.Path, "../") {
			return fmt.Errorf("%s lies outside of the working folder, and no patch can name it; run fettle in the folder of the repository", f.Path)
		}
		if _, err := io.WriteString(w, diff.Unified(f.Path, f.Before, f.After)); err != nil {
			return err
		}
	}
	return nil
}
