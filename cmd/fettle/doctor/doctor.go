// Package doctor is fettle doctor: it looks at the setup of this computer and of the
// working folder, and says what was found, what is missing and what to do next.
//
// [Run] prints the list of checks, one file each for those that take more than a
// few lines; [Audit], [Bug] and [Calibrate] are what its flags ask for. It changes
// nothing, except that a calibration is kept.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// check is one line of the doctor.
type check struct {
	ID      string   `json:"id"`
	Level   string   `json:"level"` // ok, info, warn, error
	Message string   `json:"message"`
	Advice  []string `json:"advice,omitempty"`
}

// Run prints all checks, and reports whether none of them is an error.
func Run(ctx context.Context, su *app.Setup, out io.Writer, asJSON bool) (sound bool, err error) {
	list, err := checks(ctx, su)
	if err != nil {
		return false, err
	}
	if asJSON {
		if err := app.PrintJSON(out, map[string]any{"checks": list}); err != nil {
			return false, err
		}
	} else {
		printChecks(out, list)
	}
	return !slices.ContainsFunc(list, func(c check) bool { return c.Level == "error" }), nil
}

// checks looks at everything, from the working folder.
func checks(ctx context.Context, su *app.Setup) ([]check, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	checks := []check{{"version", "ok", fmt.Sprintf("fettle %s, %s", su.Version, Build()), nil}}
	settings, settingChecks := settingChecks(su, dir)
	checks = append(checks, settingChecks...)
	root := files.ProjectRoot(filepath.Join(dir, "x"))
	process := su.Process()
	defer process.Close()
	state := process.Trust(settings, root)
	checks = append(checks, check{"root", "info", fmt.Sprintf("workspace root %s, %s", root, trustWords(state)), nil})
	checks = append(checks, grantChecks(process.Judge(settings), root)...)
	var waiting, missing []string
	tools, err := engine.Tools(settings)
	if err != nil {
		checks = append(checks, check{"settings", "warn", err.Error(), []string{"correct or remove that setting"}})
	}
	for _, spec := range tools.Specs() {
		if !spec.Usual() && len(spec.Unmarked(root, root)) > 0 {
			continue // nobody here asks for it
		}
		hidden := process.Judge(settings).Hidden(root, nil)
		if spec.Class == linter.ClassB && state == linter.Unknown {
			// Looked for, and not started.
			if _, err := spec.Linter(linter.Options{Argv: settings.Linters[spec.Name].Command, Root: root, Trust: linter.Trusted,
				Hidden: hidden}); err != nil {
				missing = append(missing, spec.Name)
			} else {
				waiting = append(waiting, spec.Name)
			}
			continue
		}
		checks = append(checks, toolCheck(ctx, settings, spec, root, state, hidden))
	}
	checks = append(checks, trustChecks(waiting, missing)...)
	return append(checks, hereCheck(ctx, su), modelCheck(ctx, su, process, settings), indexCheck(settings),
		plannerCheck(ctx, process, settings)), nil
}

// trustChecks say which of the tools that can run code of a folder that is not
// trusted wait for that, and which are not there.
func trustChecks(waiting, missing []string) []check {
	var checks []check
	if len(waiting) > 0 {
		checks = append(checks, check{"trust", "info", strings.Join(waiting, ", ") +
			": installed, but not run before you trust this folder: they can run project code",
			[]string{app.TrustHere(), "or name them for one run: fettle fix --run " + waiting[0]}})
	}
	if len(missing) > 0 {
		checks = append(checks, check{"trust", "info", strings.Join(missing, ", ") +
			": not installed; they, too, would run only in a folder that you trust", nil})
	}
	return checks
}

// Build says how this program was built.
func Build() string {
	return fmt.Sprintf("%s, %s/%s, syntax by %s", runtime.Version(), runtime.GOOS, runtime.GOARCH, syntaxEngine())
}

// grantChecks says what is to be known of the grant of a root: whether it holds,
// and what it cannot cover.
func grantChecks(judge *trust.Judge, root string) []check {
	there, changes, partial := judge.Grant(root)
	switch {
	case !there:
		return nil
	case len(changes) > 0:
		return []check{{"grant", "warn", app.TrustEnded(trust.Stale{Root: root, Changes: changes}),
			[]string{"fettle trust " + root}}}
	case partial:
		return []check{{"grant", "warn", "the folder is very large: its grant covers only what is nearest to its top; " +
			uncovered, nil}}
	}
	return []check{{"grant", "info", uncovered, nil}}
}

func trustWords(t linter.Trust) string {
	switch t {
	case linter.Trusted:
		return "trusted: every tool may run there"
	case linter.Denied:
		return "denied: nothing is started there"
	}
	return "not trusted yet: tools that can run its code do not run there"
}

// indexCheck says where what is known of related code is kept.
func indexCheck(s config.Settings) check {
	c := check{ID: "index", Level: "info"}
	dir := files.CacheFolder()
	switch {
	case !s.Context.Enabled || !s.Context.Semantic.Enabled || !s.Context.Index.Enabled:
		c.Message = "related code is not indexed (context.enabled, context.providers.semantic.enabled, context.index.enabled)"
	case !s.Context.Index.Persist:
		c.Message = "related code is indexed again in every session (context.index.persist)"
	case dir == "":
		c.Level, c.Message = "warn", "there is no cache folder: related code is indexed again in every session"
		c.Advice = []string{"set XDG_CACHE_HOME or HOME"}
	default:
		c.Level, c.Message = "ok", "related code is indexed; the index is kept in "+filepath.Join(dir, "index")
	}
	return c
}

func syntaxEngine() string {
	if syntax.Parse("python", "x = 1\n").Engine == syntax.TreeSitter {
		return "tree-sitter"
	}
	return "scan (built without cgo)"
}

func printChecks(out io.Writer, checks []check) {
	st := app.StyleOf(out)
	paint := map[string]string{"ok": st.Green, "warn": st.Cyan, "error": st.Red, "info": st.Dim}
	for _, c := range checks {
		fmt.Fprintf(out, "%s%-5s%s %s: %s\n", paint[c.Level], c.Level, st.Reset, c.ID, app.Clean(c.Message))
		for _, a := range c.Advice {
			fmt.Fprintf(out, "      next: %s\n", app.Clean(a))
		}
	}
}

// settingChecks reads the settings and names what is wrong with them.
func settingChecks(su *app.Setup, dir string) (config.Settings, []check) {
	var checks []check
	layers, problems := su.Layers()
	path := su.UserFile()
	switch {
	case len(layers) > 0:
		checks = append(checks, check{"settings", "ok", "read " + path, nil})
	case len(problems) == 0:
		checks = append(checks, check{"settings", "info", "no settings file; defaults are used",
			[]string{"fettle init writes one by asking two questions, or create " + path}})
	}
	own, more := app.WorkspaceLayer(files.ProjectRoot(filepath.Join(dir, "x")))
	if len(own) > 0 {
		checks = append(checks, check{"settings", "ok", "read " + own[0].Source, nil})
	}
	problems = append(problems, more...)
	flags, more := su.Flags()
	problems = append(problems, more...)
	s, more := config.Resolve(append(append(layers, own...), flags)...)
	for _, p := range append(problems, more...) {
		checks = append(checks, check{"settings", "warn", p.String(), []string{"correct or remove that setting"}})
	}
	if _, err := engine.Signals(s); err != nil {
		checks = append(checks, check{"settings", "warn", err.Error(), []string{"correct the signals.* setting"}})
	}
	return s, checks
}

// toolCheck finds one tool and asks for its version.
func toolCheck(ctx context.Context, s config.Settings, spec linter.Spec, root string, state linter.Trust,
	hidden []string) check {
	c := check{ID: spec.Name}
	if l, ok := s.Linters[spec.Name]; ok && !l.Enabled {
		c.Level, c.Message = "info", "switched off by linters."+spec.Name+".enabled"
		return c
	}
	l, err := spec.Linter(linter.Options{Argv: s.Linters[spec.Name].Command, Root: root, Trust: state, Hidden: hidden})
	if err != nil {
		c.Level, c.Message = "info", err.Error()
		if hint := app.HintOf(err); hint != "" {
			c.Advice = []string{hint}
		}
		return c
	}
	program := spec.Binary
	if p, ok := l.(interface{ Program() string }); ok {
		program = p.Program()
	}
	c.Level, c.Message = "ok", program
	// In no folder of anybody's: tools look for code to run in the one they start in.
	argv := append([]string{program}, linter.VersionArgs(program)...)
	res, err := child.Run(ctx, child.Command{Argv: argv, Timeout: limits.ToolVersionTime})
	if err != nil { // on a busy machine it answers the next time
		res, err = child.Run(ctx, child.Command{Argv: argv, Timeout: limits.ToolVersionTime})
	}
	if err != nil || res.ExitCode != 0 {
		c.Level = "warn"
		c.Message += ": version unknown"
		said := cause(res.Stderr)
		if err != nil {
			said = err.Error()
		}
		if said != "" {
			c.Message += ": " + said
		}
		c.Advice = []string{"run it by hand: " + strings.Join(argv, " ")}
		return c
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(res.Stdout)), "\n")
	c.Message += ", " + first
	if newer := untried(spec.Name, first); newer != "" {
		c.Message += "; " + newer
	}
	if _, set := s.Linters[spec.Name]; !set {
		c.unasked(spec, root)
	}
	return c
}

// cause returns the line of a failed program's words that says what it is: the first one,
// of Python's the last.
func cause(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if strings.HasPrefix(lines[0], "Traceback ") {
		return lines[len(lines)-1]
	}
	return lines[0]
}

// unasked says of a tool that is there, and may run, that it does not by itself:
// whoever has installed it would take its silence for praise.
func (c *check) unasked(spec linter.Spec, root string) {
	marks := spec.Unmarked(root, root)
	switch {
	case spec.Asked:
		c.Message += "; runs only when it is named"
	case len(marks) > 3:
		marks = append(marks[:3], "...")
		fallthrough
	case len(marks) > 0:
		c.Message += "; runs unasked only where a project sets it up, and nothing here does: " + strings.Join(marks, ", ")
	default:
		return
	}
	c.Level, c.Advice = "info", []string{"fettle fix --run " + spec.Name}
}

// modelCheck says whether the model can be reached; it sends no source text.
func modelCheck(ctx context.Context, su *app.Setup, process *engine.Process, s config.Settings) check {
	c := check{ID: "model"}
	m, ok := s.Active()
	if s.NoModel() {
		c.Level, c.Message = "info", engine.NoModelSaid
		return c
	}
	if !ok {
		c.Level, c.Message = "info", "no model is set; tools' own fixes and rules work without one"
		c.Advice = append(ollamaChoice(ctx, process, s),
			"to use one, run fettle init, or set model.backend, model.url and model.name in "+su.UserFile())
		return c
	}
	client, err := process.Client(s, m, process.Gate(s), slog.New(slog.DiscardHandler))
	var health model.Health
	if err == nil {
		health, err = client.Ping(ctx)
	}
	if err != nil {
		c.Level, c.Message = "error", err.Error()
		var me *model.Error
		if errors.As(err, &me) {
			c.Advice = append(adviceFor(me.Fault, m), chosen(health.Local)...)
		}
		return c
	}
	if health.Drops {
		c.Level, c.Message = "error", client.Name()+" cannot be used: its template leaves out the instructions, so that it "+
			"never reads what it is asked to do"
		c.Advice = []string{"ollama show --modelfile " + client.Name() +
			" > Modelfile, put the model's own TEMPLATE there, with {{ .System }}, and ollama create it again"}
		return c
	}
	c.Level, c.Message = "ok", fmt.Sprintf("%s at %s answers", client.Name(), client.Host())
	if client.Loopback() {
		c.tried(ctx, client, s.Timeouts.Fix)
	}
	return c
}

// adviceFor returns the next step for a fault of the endpoint.
func adviceFor(f model.Fault, m config.Model) []string {
	switch f {
	case model.FaultUnreachable, model.FaultTimeout:
		if m.Backend == "ollama" {
			return []string{"start it with: ollama serve"}
		}
		return []string{"check model.url and that the server runs"}
	case model.FaultUnknownModel:
		if m.Backend == "ollama" {
			return []string{"fetch it with: ollama pull " + m.Name}
		}
		return []string{"check model.name"}
	case model.FaultKeyRejected, model.FaultNoKey:
		return []string{"check the key in model.apiKeyEnv or of model.apiKeyCommand"}
	}
	return nil
}

// uncovered says what a grant cannot notice.
const uncovered = "a grant does not cover what tests, build scripts and macros import, the files of installed " +
	"packages, folders behind links, and programs elsewhere"
