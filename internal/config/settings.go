package config

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Settings is the resolved state of all keys. It is a value: a changed setting
// makes a new one, and a running job keeps the one it started with.
type Settings struct {
	Model     Model
	Models    map[string]Model
	Fallback  string // name in Models of the model to ask when that one is down
	Use       string // name in Models, "" = Model
	Linters   map[string]Linter
	Custom    map[string]Custom // the user's own tools, by name
	LinterRun string            // onChange, onSave, never
	Warm      bool              // keep slow tools running between checks
	Publish   bool              // show what fettle's own runs find as diagnostics
	Signals   []Signal
	Fix       Fix
	// CheckReasons says that a change may silence no tool without a reason.
	CheckReasons bool
	Timeouts     Timeouts
	Privacy      Privacy
	Audit        Audit
	Log          Log
	Trust        Trust
	Actions      Actions
	Messages     Messages
	Context      Context
	Preview      string // off, unchecked, unverified, ask: unverified is less than checked
	// Untrusted is the client's word that this workspace is not to be trusted.
	Untrusted bool
	Client    Client
}

// Model is one model endpoint.
type Model struct {
	Backend       string // ollama, openai, anthropic; "" = openai where there is a URL
	None          bool   // set to be none: asked for nothing, whatever else is said of it
	URL           string
	Name          string
	APIKey        string // inline, discouraged
	APIKeyEnv     string // name of an environment variable
	APIKeyCommand []string
	Headers       map[string]string
	CAFile        string
	ContextWindow int
	Price         string // of a million tokens: "3/15"
	Stream        bool
	Shape         string // auto, rewrite, file, script
	Encoding      string // auto, text, json, rewrite
	Profile       string // auto, strong, weak
	Workspaces    bool   // a workspace may choose it
}

// Linter is one tool's setting.
type Linter struct {
	Command []string // argv; nil = found on PATH
	Enabled bool
}

// Custom is a tool that the user has defined.
type Custom struct {
	Command   []string
	Languages []string
	Input     string // stdin, tree
	Format    []string
	Output    string // stdout, stderr
	ExitMax   int
	Severity  map[string]string
	Columns   string // "", characters, bytes, utf16
	FromZero  bool
	Project   bool
	Safe      bool
	SafeFixes bool
	Marks     []string
	Server    bool // of servers.NAME: a language server
}

// Signal is one user row: it widens, narrows or silences a signal.
type Signal struct {
	Tool, Code string
	Window     string
	Offer      *bool
	Control    bool // from the control plane: may widen
}

// Fix bounds one fix.
type Fix struct {
	Grade      string // the worst grade that is written unasked
	Calls      int    // model calls, 1 to 3
	Candidates int    // answers asked for at once, 1 to 3
	Prefetch   string // off, onSave
	Cache      bool   // results of tools are kept for the next command
}

// Timeouts of jobs and tools.
type Timeouts struct{ Fix, Linter, Compiler time.Duration }

// Privacy restricts what may leave.
type Privacy struct {
	Mode string // standard, local
	Deny []string
}

// Audit controls the local record of what was sent.
type Audit struct{ Required bool }

// Log controls logging.
type Log struct{ Level string }

// Trust lists roots by the user's own decision.
type Trust struct{ Trusted, Denied []string }

// Actions controls what the menu shows.
type Actions struct {
	Enable      bool
	Languages   map[string]bool
	Exclude     []string
	MinSeverity string
	Automatic   bool
	ToolFixes   string // auto, always, never
	Todo        bool   // offer to do what TODO and FIXME comments say
}

// Context controls what is gathered for the model.
type Context struct {
	Enabled     bool
	Timeout     time.Duration
	Tokens      int
	Auto        bool // the budget follows the model's window
	Instruction int
	Selection   int
	Completion  int
	Diagnostics Provider
	ErrorsOnly  bool // errors without warnings
	History     Provider
	Semantic    Provider
	Files       int    // distinct files of the semantic section, 0 = no cap
	Tests       string // auto, always, never
	Query       Query
	Plan        Planner
	Index       Index
	Embeddings  Embeddings
	Learning    bool
	// LanguageServers are the commands of servers by language.
	LanguageServers map[string][]string
}

// Query is what a question in words is answered with unless it says otherwise.
type Query struct {
	MaxTokens int
	Limit     int
	MinScore  float64
	Imports   bool
	Lines     int
	Format    string // markdown, plain, xml
}

// Planner is who plans the search for a question.
type Planner struct {
	Mode     string // auto, model, heuristic
	Backend  string // ollama, or a name in Models
	Model    string // "" = from the environment
	URL      string // "" = from the environment
	Timeout  time.Duration
	Depth    int
	DepthSet bool // else by plan
}

// Index is how the workspace is indexed.
type Index struct {
	Enabled   bool
	Persist   bool
	Git       bool
	MaxFileKB int
}

// Embeddings are how vectors of code are made.
type Embeddings struct {
	Enabled bool
	Backend string // ollama, or a name in Models
	Model   string
	URL     string // "" = from the environment
}

// Provider switches and caps one source of context.
type Provider struct {
	Enabled bool
	Max     int
}

// Client is what the editor's glue says about itself.
type Client struct {
	Name           string
	AskInstruction bool
	Details        string // how its user asks for the reason of a fix that failed
}

// Messages is what is shown to the user without a request.
type Messages struct {
	Success bool // what a fix has mended, and which tools are clean
}

// Active returns the model in use, and whether there is one.
func (s Settings) Active() (Model, bool) {
	m := s.chosen()
	return m, !m.None && (m.Backend != "" || m.URL != "")
}

// NoModel reports whether somebody said that no model is to be asked. That goes
// for every model: the fallback, the planner and embeddings too.
func (s Settings) NoModel() bool { return s.chosen().None }

// chosen returns what the settings say of the model in use.
func (s Settings) chosen() Model {
	if named, ok := s.Models[s.Use]; ok && s.Use != "" {
		return named
	}
	return s.Model
}

// Silenced reports whether the user excluded a signal such as "ruff/E501" from
// the menu.
func (a Actions) Silenced(d signal.Diagnostic) bool {
	name := d.Tool + "/" + d.Code
	return slices.ContainsFunc(a.Exclude, func(glob string) bool {
		ok, err := path.Match(glob, name)
		return err == nil && ok || strings.EqualFold(glob, name)
	})
}

// Severity returns the least severity that is offered on request.
func (a Actions) Severity() signal.Severity {
	switch a.MinSeverity {
	case "error":
		return signal.Error
	case "warning":
		return signal.Warning
	case "hint":
		return signal.Hint
	}
	return signal.Information
}

// Default returns the state without any layer.
func Default() Settings {
	s := Settings{
		Models:  map[string]Model{},
		Linters: map[string]Linter{},
		Custom:  map[string]Custom{},
		Actions: Actions{Languages: map[string]bool{}},
	}
	for _, k := range Keys() {
		if k.Default != nil && !strings.Contains(k.Name, "*") {
			k.set(&s, nil, k.Default)
		}
	}
	s.Model.None = false // nobody said so yet
	return s
}

func defaultModel() Model {
	return Model{Stream: true, Shape: "auto", Encoding: "auto", Profile: "auto"}
}

func seconds(d time.Duration) int { return int(d / time.Second) }
