package e2e

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// neovimCase is one scenario of a Lua file in nvim.
type neovimCase struct {
	name    string
	model   answer // nil: no model is set
	held    bool   // the model answers when the script says so
	config  string
	prepare func(t *testing.T, s *session)
	check   func(t *testing.T, s session, m *testkit.Model)
}

// runNeovim runs the scenarios of one file, and fails for one without a case.
func runNeovim(t *testing.T, file string, cases []neovimCase) {
	t.Helper()
	defined := regexp.MustCompile(`(?m)^S\[(?:'([^']*)'|"(.*)")\] = `).FindAllStringSubmatch(read(t, filepath.Join("nvim", file)), -1)
	for _, m := range defined {
		if name := m[1] + m[2]; !slices.ContainsFunc(cases, func(c neovimCase) bool { return c.name == name }) {
			t.Errorf("%s: scenario %q is not run", file, name)
		}
	}
	for _, c := range cases {
		scenario(t, "neovim", c.name, func(t *testing.T) {
			var m *testkit.Model
			config := c.config
			var g gate
			if c.model != nil {
				var model string
				if c.held {
					m, model, g = serveHeld(t, c.model)
				} else {
					m, model = serve(t, c.model)
				}
				config += model
			}
			s := newSession(t, config)
			s.env = append(s.env, "FETTLE_GATE="+g.path)
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

// figure is a line of a script's output that says what it measured.
var figure = regexp.MustCompile(`(?m)(typed|20 fixes:|F401: from).*$`)

// neovim runs one scenario in a headless Neovim, which must end by itself.
func (s session) neovim(t *testing.T, file, name string) {
	t.Helper()
	nvim := program(t, "nvim")
	plugin, err := filepath.Abs("../nvim")
	must.OK(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--clean", "--headless", "-l", filepath.Join("nvim", "drive.lua"), plugin, s.workspace, file, name)
	cmd.Env = s.env
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	for _, line := range figure.FindAllString(string(out), -1) {
		t.Log(line)
	}
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
	ask := "preview = 'ask'\n"
	runNeovim(t, "fix.lua", []neovimCase{
		{name: "rule fix: one undo"},
		{name: `rule fix: "fixed" is said when the change is there, however late Neovim tells changes`},
		{name: "tool fix: of a lint plugin's diagnostic", config: "[actions]\ntoolFixes = 'always'\n"},
		{name: "tool fix: F401 from the key to the word on it", config: "[actions]\ntoolFixes = 'always'\n"},
		{name: "model fix: progress, one undo", model: scripted(0), held: true},
		{name: "typing in the window: nothing applied, one message", model: scripted(0), held: true},
		{name: "typing elsewhere: the fix lands, the typing stays", model: scripted(0), held: true},
		{name: "typing during four seconds: of a model call, no key waits", model: scripted(0), held: true},
		{name: "stale edit: one that meets typing at version 0 is refused", model: scripted(0)},
		{name: "stale edit: one that meets typing above version 0 is refused", model: scripted(0)},
		{name: "stale edit: with Neovim's own handler the server's check holds at version 0", model: scripted(0), held: true},
		{name: "cancel: from the menu", model: scripted(time.Minute), check: func(t *testing.T, _ session, m *testkit.Model) {
			// The call, if it was made by then.
			eventually(t, "the model call is dropped", func() string { return "" }, func() bool { return m.Gone() == len(m.Requests()) })
		}},
		{name: "error text: the reason of a failed model call is shown", model: unauthorized},
		{name: "CRLF: line ends are kept", model: scripted(0),
			prepare: func(t *testing.T, s *session) { write(t, s.file("crlf.py"), crlf(app)) },
			check: func(t *testing.T, s session, _ *testkit.Model) {
				if got := read(t, s.file("crlf.py")); got != crlf(fixedApp) {
					t.Errorf("%q", got)
				}
			}},
		{name: "gopls: its diagnostic is fixed, beside an emoji", model: replaces("undefinedName", goLine, 0), prepare: goModule, check: goFixed},
		{name: "preview: a diff in a split, applied after Enter", model: scripted(0), config: ask},
		{name: "preview: q leaves the text", model: scripted(0), config: ask},
		{name: "preview: :close<CR> leaves the text", model: scripted(0), config: ask},
		{name: "preview: typing in the text meanwhile, and it is not applied", model: scripted(0), config: ask},
		{name: "preview: each file of an edit is shown, and agreed to"},
	})
}

func TestNeovimPlugin(t *testing.T) {
	runNeovim(t, "plugin.lua", []neovimCase{
		{name: "lsp/fettle.lua alone: own linters feed the menu, a fix lands", model: scripted(0)},
		{name: "publish: what own linter runs find is shown where no other server does", config: "[linters]\npublish = true\n"},
		{name: "emoji: columns of ruff and of a lint plugin, utf-8", model: scripted(0)},
		{name: "emoji: columns of ruff and of a lint plugin, utf-16", model: scripted(0)},
		{name: "no model: one entry says so, and rules still fix"},
		{name: "no model: a message that is cut leads to the whole of it"},
		{name: "settings: a change while it runs counts at once", model: scripted(0)},
		{name: "settings: a file made later, with its folder, counts at once", prepare: func(t *testing.T, s *session) {
			must.OK(t, os.RemoveAll(filepath.Dir(s.config())))
		}},
		{name: "crash: Neovim goes on, :lsp enable brings the server back", model: scripted(0),
			prepare: func(t *testing.T, s *session) { s.recordServers(t) }},
		{name: ":Fettle: fix, explain, cancel and ranges", model: scripted(0)},
		{name: ":Fettle: completes its words"},
		{name: ":checkhealth: a good, a missing and a failing binary"},
		{name: "foreign diagnostics: a lint plugin's, with a user's own on_attach", model: scripted(0)},
		{name: "help: clean tags, links that lead somewhere"},
		{name: "fix all: :Fettle fixall, everything that needs no model"},
		{name: "fix all files: :Fettle fixworkspace asks once, and changes what is open and what is not"},
		{name: "save: what is sure is fixed before the file is written", model: scripted(0)},
		{name: "edit: :Fettle edit with an instruction, on a range", model: edited()},
		{name: "edit: :Fettle edit asks for the instruction", model: edited()},
		{name: "edit: the entry of a selection asks for the instruction", model: edited()},
		{name: "mypy: run by a lint plugin, its diagnostic is fixed", model: typedFix(),
			config: "[linters]\nrun = 'never'\n", prepare: typedModule},
		{name: "mypy: fettle's own run of it, in a trusted folder", model: typedFix(), prepare: typedModule},
	})
}

func TestNeovimRandom(t *testing.T) {
	runNeovim(t, "random.lua", []neovimCase{{name: "random typing: 20 fixes, no stale edit", model: randomDelays()}})
}
