package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// typed has a problem that only mypy sees.
const typed = "def count(name: str) -> int:\n    return \"é😀\" + name\n"

// typedFix is the scripted model's fix of typed.
func typedFix() answer { return replaces("+ name", `    return len("é😀" + name)`, 0) }

// typedModule makes the workspace one that mypy is used in, and that the user
// trusts: mypy may run plugins.
func typedModule(t *testing.T, s *session) {
	t.Helper()
	mypy := testkit.Tool(t, "mypy")
	s.env = append(s.env, "PATH="+filepath.Dir(fettle(t))+":"+filepath.Dir(mypy)+":"+filepath.Dir(testkit.Tool(t, "ruff"))+":"+os.Getenv("PATH"))
	write(t, s.file("typed.py"), typed)
	write(t, s.file("pyproject.toml"), project+"\n[tool.mypy]\nstrict = true\n")
	write(t, s.config(), read(t, s.config())+"\n[trust]\ntrusted = ['"+s.workspace+"']\n")
}

func TestHelixMypy(t *testing.T) {
	scenario(t, "helix", "mypy: fettle's own run of it, in a trusted folder", func(t *testing.T) {
		_, config := serve(t, typedFix())
		s := newSession(t, config)
		typedModule(t, &s)
		helixFiles(t, s)
		h := startHelix(t, s, "typed.py")
		h.see(`typed\.py`)
		h.goTo(2, 12)
		h.pick("AI fix: return-value")
		h.reported(`end: return-value fixed · mypy and ruff are content`, 1)
		h.untilSaved("typed.py", strings.Replace(typed, `"é😀" + name`, `len("é😀" + name)`, 1))
	})
}
