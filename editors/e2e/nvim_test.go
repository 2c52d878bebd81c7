package e2e

import (
	"context"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// neovimCase is one scenario of a Lua file in nvim.
type neovimCase struct {
	name    string
	model   func(testkit.ModelRequest) (testkit.Reply, bool) // nil: no model is set
	config  string
	prepare func(t *testing.T, s *session)
	check   func(t *testing.T, s session, m *testkit.Model)
}

// runNeovim runs the scenarios of one file, and fails for one without a case.
func runNeovim(t *testing.T, file string, cases []neovimCase) {
	t.Helper()
	defined := regexp.MustCompile(`(?m)^S\[(?:'(.*)'|"(.*)")\] = `).FindAllStringSubmatch(read(t, filepath.Join("nvim", file)), -1)
	for _, m := range defined {
		if name := m[1] + m[2]; !slices.ContainsFunc(cases, func(c neovimCase) bool { return c.name == name }) {
			t.Errorf("%s: scenario %q is not run", file, name)
		}
	}
	for _, c := range cases {
		scenario(t, "neovim", c.name, func(t *testing.T) {
			var m *testkit.Model
			config := c.config
			if c.model != nil {
				var model string
				m, model = serve(t, c.model)
				config += model
			}
			s := newSession(t, config)
			if c.prepare != nil {
				c.prepare(t, &s)
			}
			s.neovim(t, filepath.Join("nvim", file), c.name)
			if c.check != nil {
				c.check(t, s, m)
			}
		})
	}
}

// neovim runs one scenario in a headless Neovim, which must end by itself.
func (s session) neovim(t *testing.T, file, name string) {
	t.Helper()
	nvim := program(t, "nvim")
	plugin, err := filepath.Abs("../nvim")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--clean", "--headless", "-l", filepath.Join("nvim", "drive.lua"), plugin, s.workspace, file, name)
	cmd.Env = s.env
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "servers ended") {
		log, _ := exec.Command("tail", "-c", "3000", filepath.Join(s.dir, "state", "nvim", "lsp.log")).Output()
		t.Errorf("nvim: %v\n%s\nend of its log:\n%s", err, out, log)
	}
}

func TestNeovimFix(t *testing.T) {
	unauthorized := func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Status: http.StatusUnauthorized}, true
	}
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	runNeovim(t, "fix.lua", []neovimCase{
		{name: "rule fix, one undo"},
		{name: "tool fix of a lint plugin's diagnostic", config: "[actions]\ntoolFixes = 'always'\n"},
		{name: "model fix: progress, the editor goes on meanwhile, one undo", model: scripted(slow)},
		{name: "typing in the window during the fix: nothing applied, one message", model: scripted(slow)},
		{name: "typing elsewhere during the fix: the fix lands, the typing stays", model: scripted(slow)},
		{name: "an edit that meets typing at version 0 is refused", model: scripted(0)},
		{name: "an edit that meets typing above version 0 is refused", model: scripted(0)},
		{name: "stale at version 0 with Neovim's own handler: the server's check holds", model: scripted(slow)},
		{name: "cancel from the menu", model: scripted(time.Minute), check: func(t *testing.T, _ session, m *testkit.Model) {
			eventually(t, "the model call is dropped", func() string { return "" }, func() bool { return m.Gone() == 1 })
		}},
		{name: "the reason of a failed model call is shown", model: unauthorized},
		{name: "CRLF file keeps its line ends", model: scripted(0),
			prepare: func(t *testing.T, s *session) { write(t, s.file("crlf.py"), crlf(app)) },
			check: func(t *testing.T, s session, _ *testkit.Model) {
				if got := read(t, s.file("crlf.py")); got != crlf(fixedApp) {
					t.Errorf("%q", got)
				}
			}},
		{name: "beside gopls: its diagnostic is fixed", model: replaces(goLine, 0), prepare: goModule, check: goFixed},
		{name: "preview: asked first, applied after Yes", model: scripted(0), config: "preview = 'ask'\n"},
		{name: "preview: No leaves the text", model: scripted(0), config: "preview = 'ask'\n"},
	})
}

func TestNeovimPlugin(t *testing.T) {
	runNeovim(t, "plugin.lua", []neovimCase{
		{name: "only lsp/fettle.lua: own linters feed the menu, a fix lands", model: scripted(0)},
		{name: "foreign diagnostics have the right columns in utf-8", model: scripted(0)},
		{name: "foreign diagnostics have the right columns in utf-16", model: scripted(0)},
		{name: "no model: one message says so, and rules still fix"},
		{name: "settings that change while it runs count at once", model: scripted(0)},
		{name: "a killed server: Neovim goes on, lsp restart brings it back", model: scripted(0),
			prepare: func(t *testing.T, s *session) { s.recordServers(t) }},
		{name: ":Fettle fix, fixall, explain, cancel and ranges", model: scripted(0)},
		{name: ":Fettle completes its words"},
		{name: ":checkhealth with a good, a missing and a failing binary"},
		{name: "a user's on_attach does not remove the glue", model: scripted(0)},
		{name: "help has clean tags"},
	})
}
