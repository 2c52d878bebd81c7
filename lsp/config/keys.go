package config

import (
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Kind is the type of a key's value.
type Kind uint8

// The kinds.
const (
	Bool    Kind = iota
	Int          // between Min and Max
	String       // one of Enum, if that is set
	Strings      // a list of strings
	Texts        // a table of strings
	Command      // a string or a list of strings: argv
	Auto         // an integer or "auto"
	Share        // a number between 0 and 1
)

// Plane says who may set a key.
type Plane uint8

// The planes.
const (
	Control Plane = iota // user scope only
	Data                 // a workspace may set it
	Narrow               // a workspace may only move it towards less
)

func (p Plane) String() string { return [...]string{"user", "workspace", "workspace (less)"}[p] }

// Key is one row of the settings table. A "*" in the name stands for a name of
// the user's choice.
type Key struct {
	Name     string
	Kind     Kind
	Enum     []string
	Min, Max int
	Default  any
	Plane    Plane
	Doc      string

	// set stores a checked value; names are what the stars stand for.
	set func(s *Settings, names []string, v any)
	// less reports whether v asks for no more than s has (Narrow keys).
	less func(s Settings, names []string, v any) bool
}

// Keys is the table of all settings, in the order of the reference.
func Keys() []Key {
	return slices.Concat(modelKeys(), toolKeys(), fixKeys(), privacyKeys(), menuKeys(), contextKeys(), searchKeys())
}

// endpointKeys makes the keys of one model endpoint; pick finds it in the settings.
func endpointKeys(prefix string, pick func(*Settings, []string, func(*Model))) []Key {
	set := func(f func(*Model, any)) func(*Settings, []string, any) {
		return func(s *Settings, names []string, v any) { pick(s, names, func(m *Model) { f(m, v) }) }
	}
	keys := []Key{
		{Name: "backend", Kind: String, Enum: []string{"", "ollama", "openai", "anthropic"}, Default: "", Doc: "Kind of endpoint: `ollama`, `openai` (any compatible server) or `anthropic`. Empty: no model; tools' own fixes and rules still work.", set: set(func(m *Model, v any) { m.Backend = v.(string) })},
		{Name: "url", Kind: String, Default: "", Doc: "Base URL, for example `http://127.0.0.1:11434/v1`.", set: set(func(m *Model, v any) { m.URL = v.(string) })},
		{Name: "name", Kind: String, Default: "", Doc: "The model's name at the endpoint.", set: set(func(m *Model, v any) { m.Name = v.(string) })},
		{Name: "apiKeyEnv", Kind: String, Default: "", Doc: "Name of the environment variable that holds the key.", set: set(func(m *Model, v any) { m.APIKeyEnv = v.(string) })},
		{Name: "apiKeyCommand", Kind: Command, Default: []string(nil), Doc: "Program and arguments that print the key, for example a keychain's client.", set: set(func(m *Model, v any) { m.APIKeyCommand = v.([]string) })},
		{Name: "apiKey", Kind: String, Default: "", Doc: "The key itself. Discouraged: prefer `apiKeyEnv` or `apiKeyCommand`. Only in the user's file.", set: set(func(m *Model, v any) { m.APIKey = v.(string) })},
		{Name: "headers", Kind: Texts, Default: map[string]string(nil), Doc: "Further request headers.", set: set(func(m *Model, v any) { m.Headers = v.(map[string]string) })},
		{Name: "caFile", Kind: String, Default: "", Doc: "Further certificate authorities, in PEM form.", set: set(func(m *Model, v any) { m.CAFile = v.(string) })},
		{Name: "contextWindow", Kind: Int, Max: 4 << 20, Default: 0, Doc: "The model's context window in tokens; 0: known by name, else 8192.", set: set(func(m *Model, v any) { m.ContextWindow = v.(int) })},
		{Name: "stream", Kind: Bool, Default: true, Doc: "Stream the answer, so that a stalled endpoint is noticed early.", set: set(func(m *Model, v any) { m.Stream = v.(bool) })},
		{Name: "encoding", Kind: String, Enum: []string{"auto", "text", "json", "rewrite"}, Default: "auto", Doc: "Form in which the model answers.", set: set(func(m *Model, v any) { m.Encoding = v.(string) })},
		{Name: "profile", Kind: String, Enum: []string{"auto", "strong", "weak"}, Default: "auto", Doc: "`weak` models rewrite small windows instead of naming lines; `auto`: weak on this computer, strong elsewhere.", set: set(func(m *Model, v any) { m.Profile = v.(string) })},
		{Name: "lastAsk", Kind: String, Enum: []string{"rewrite", "diff"}, Default: "rewrite", Doc: "What the third ask for a fix wants, where `fix.calls` allows three: a `rewrite` of the few lines round the problem, or a `diff`.", set: set(func(m *Model, v any) { m.LastAsk = v.(string) })},
		{Name: "price", Kind: String, Default: "", Doc: "What a million tokens cost, of prompts and of answers, as in `3/15`: fixes then show their cost.", set: set(func(m *Model, v any) { m.Price = v.(string) })},
	}
	for i := range keys {
		keys[i].Name = prefix + keys[i].Name
	}
	return keys
}

func modelKeys() []Key {
	named := func(s *Settings, names []string, f func(*Model)) {
		m, ok := s.Models[names[0]]
		if !ok {
			m = defaultModel()
		}
		f(&m)
		s.Models[names[0]] = m
	}
	keys := endpointKeys("model.", func(s *Settings, _ []string, f func(*Model)) { f(&s.Model) })
	keys = append(keys, endpointKeys("models.*.", named)...)
	return append(keys,
		Key{Name: "models.*.workspaces", Kind: Bool, Default: false, Doc: "Whether a workspace may choose this model by `model.use`.",
			set: func(s *Settings, n []string, v any) {
				named(s, n, func(m *Model) { m.Workspaces = v.(bool) })
			}},
		Key{Name: "model.fallback", Kind: String, Default: "", Doc: "Name of the model in `models` that is asked when the one in use is down.",
			set: func(s *Settings, _ []string, v any) { s.Fallback = v.(string) }},
		Key{Name: "model.use", Kind: String, Default: "", Plane: Narrow, Doc: "Name of the model in `models` to use. A workspace may choose only one marked `workspaces = true`.",
			set:  func(s *Settings, _ []string, v any) { s.Use = v.(string) },
			less: func(s Settings, _ []string, v any) bool { return s.Models[v.(string)].Workspaces }},
	)
}

func toolKeys() []Key {
	linter := func(s *Settings, name string, f func(*Linter)) {
		l, ok := s.Linters[name]
		if !ok {
			l = Linter{Enabled: true}
		}
		f(&l)
		s.Linters[name] = l
	}
	row := func(s *Settings, n []string, f func(*Signal)) {
		for i := range s.Signals {
			if s.Signals[i].Tool == n[0] && s.Signals[i].Code == n[1] {
				f(&s.Signals[i])
				return
			}
		}
		r := Signal{Tool: n[0], Code: n[1]}
		f(&r)
		s.Signals = append(s.Signals, r)
	}
	return []Key{
		{Name: "linters.run", Kind: String, Enum: []string{"onChange", "onSave", "never"}, Default: "onChange", Plane: Data, Doc: "When fettle's own linters run.",
			set: func(s *Settings, _ []string, v any) { s.LinterRun = v.(string) }},
		{Name: "linters.publish", Kind: Bool, Default: false, Plane: Data, Doc: "Show what fettle's own linter runs find as diagnostics, for editors in which no other server does.",
			set: func(s *Settings, _ []string, v any) { s.Publish = v.(bool) }},
		{Name: "linters.*.command", Kind: Command, Default: []string(nil), Doc: "Program and first arguments of a tool; default: the one on PATH.",
			set: func(s *Settings, n []string, v any) { linter(s, n[0], func(l *Linter) { l.Command = v.([]string) }) }},
		{Name: "linters.*.enabled", Kind: Bool, Default: true, Plane: Data, Doc: "Whether fettle runs this tool itself.",
			set: func(s *Settings, n []string, v any) { linter(s, n[0], func(l *Linter) { l.Enabled = v.(bool) }) }},
		{Name: "signals.*.*.window", Kind: String, Default: "", Plane: Narrow, Doc: "Edit window of a signal, in the window language, for example `function +I`. A workspace may only narrow it.",
			set:  func(s *Settings, n []string, v any) { row(s, n, func(r *Signal) { r.Window = v.(string) }) },
			less: func(Settings, []string, any) bool { return true }},
		{Name: "signals.*.*.offer", Kind: Bool, Default: true, Plane: Narrow, Doc: "Whether fixes of a signal are offered at all.",
			set:  func(s *Settings, n []string, v any) { b := v.(bool); row(s, n, func(r *Signal) { r.Offer = &b }) },
			less: func(_ Settings, _ []string, v any) bool { return !v.(bool) }},
	}
}

func fixKeys() []Key {
	return []Key{
		{Name: "fix.calls", Kind: Int, Min: 1, Max: 3, Default: 2, Doc: "Model calls for one fix: the first ask and the retries.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Calls = v.(int) }},
		{Name: "fix.candidates", Kind: Int, Min: 1, Max: 3, Default: 1, Doc: "Answers a model is asked for at once; with more than one you choose among the fixes that pass the checks. They cost as many calls, without a retry.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Candidates = v.(int) }},
		{Name: "fix.prefetch", Kind: String, Enum: []string{"off", "onSave"}, Default: "off", Doc: "`onSave`: after a save, ask the model for fixes of what is wrong, so that the menu has them finished. At most 6 calls a minute.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Prefetch = v.(string) }},
		{Name: "timeouts.fix", Kind: Int, Min: 5, Max: 600, Default: seconds(limits.FixTotal), Doc: "Seconds for one fix, all calls and checks included.",
			set: func(s *Settings, _ []string, v any) { s.Timeouts.Fix = time.Duration(v.(int)) * time.Second }},
		{Name: "timeouts.linter", Kind: Int, Min: 1, Max: 120, Default: seconds(limits.LinterTime), Doc: "Seconds for one linter run.",
			set: func(s *Settings, _ []string, v any) { s.Timeouts.Linter = time.Duration(v.(int)) * time.Second }},
		{Name: "timeouts.compiler", Kind: Int, Min: 1, Max: 600, Default: seconds(limits.CompilerTime), Doc: "Seconds for one run of a compiler or type checker.",
			set: func(s *Settings, _ []string, v any) { s.Timeouts.Compiler = time.Duration(v.(int)) * time.Second }},
	}
}

func privacyKeys() []Key {
	union := func(dst *[]string) func(v any) {
		return func(v any) {
			for _, g := range v.([]string) {
				if !slices.Contains(*dst, g) {
					*dst = append(*dst, g)
				}
			}
		}
	}
	return []Key{
		{Name: "privacy.mode", Kind: String, Enum: []string{"standard", "local"}, Default: "standard", Plane: Narrow, Doc: "`local`: refuse every model endpoint that is not on this computer.",
			set:  func(s *Settings, _ []string, v any) { s.Privacy.Mode = v.(string) },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "local" }},
		{Name: "privacy.deny", Kind: Strings, Default: []string(nil), Plane: Data, Doc: "Globs of files that never leave and get no fix, beside the built-in list. Layers add up.",
			set: func(s *Settings, _ []string, v any) { union(&s.Privacy.Deny)(v) }},
		{Name: "audit.required", Kind: Bool, Default: false, Plane: Narrow, Doc: "Refuse to send when the audit log cannot be written.",
			set:  func(s *Settings, _ []string, v any) { s.Audit.Required = v.(bool) },
			less: func(_ Settings, _ []string, v any) bool { return v.(bool) }},
		{Name: "log.level", Kind: String, Enum: []string{"error", "warn", "info", "debug"}, Default: "info", Doc: "Least level that is logged.",
			set: func(s *Settings, _ []string, v any) { s.Log.Level = v.(string) }},
		{Name: "trust.trusted", Kind: Strings, Default: []string(nil), Doc: "Roots whose tools may run code of the workspace (plugins, build scripts).",
			set: func(s *Settings, _ []string, v any) { s.Trust.Trusted = v.([]string) }},
		{Name: "trust.denied", Kind: Strings, Default: []string(nil), Doc: "Roots in which no tool is started at all.",
			set: func(s *Settings, _ []string, v any) { s.Trust.Denied = v.([]string) }},
		{Name: "untrustedWorkspace", Kind: Bool, Default: false, Plane: Narrow, Doc: "Set by editors with a trust prompt: start no tool in this workspace.",
			set:  func(s *Settings, _ []string, v any) { s.Untrusted = v.(bool) },
			less: func(s Settings, _ []string, v any) bool { return v.(bool) || !s.Untrusted }},
	}
}

func menuKeys() []Key {
	return []Key{
		{Name: "actions.enable", Kind: Bool, Default: true, Plane: Data, Doc: "Offer code actions.",
			set: func(s *Settings, _ []string, v any) { s.Actions.Enable = v.(bool) }},
		{Name: "actions.languages.*", Kind: Bool, Default: true, Plane: Data, Doc: "Switch for one language, by its identifier.",
			set: func(s *Settings, n []string, v any) { s.Actions.Languages[n[0]] = v.(bool) }},
		{Name: "actions.exclude", Kind: Strings, Default: []string(nil), Plane: Data, Doc: "Signals that get no action, as globs: `ruff/E501`, `mypy/*`.",
			set: func(s *Settings, _ []string, v any) { s.Actions.Exclude = v.([]string) }},
		{Name: "actions.minSeverity", Kind: String, Enum: []string{"error", "warning", "information", "hint"}, Default: "information", Plane: Data, Doc: "Least severity that gets an action.",
			set: func(s *Settings, _ []string, v any) { s.Actions.MinSeverity = v.(string) }},
		{Name: "actions.automatic", Kind: Bool, Default: true, Plane: Data, Doc: "Answer requests the editor sends by itself (the light bulb).",
			set: func(s *Settings, _ []string, v any) { s.Actions.Automatic = v.(bool) }},
		{Name: "actions.toolFixes", Kind: String, Enum: []string{"auto", "always", "never"}, Default: "auto", Plane: Data, Doc: "Offer a tool's own fix: `auto` leaves it to the tool's server where that delivered the diagnostic.",
			set: func(s *Settings, _ []string, v any) { s.Actions.ToolFixes = v.(string) }},
		{Name: "actions.todo", Kind: Bool, Default: false, Plane: Narrow, Doc: "Offer to do what a TODO or FIXME comment says, with the model.",
			set:  func(s *Settings, _ []string, v any) { s.Actions.Todo = v.(bool) },
			less: func(_ Settings, _ []string, v any) bool { return !v.(bool) }},
		{Name: "preview", Kind: String, Enum: []string{"off", "unverified", "ask"}, Default: "off", Plane: Narrow, Doc: "Show a fix before it is applied. A workspace may only ask for more of it.",
			set: func(s *Settings, _ []string, v any) { s.Preview = v.(string) },
			less: func(s Settings, _ []string, v any) bool {
				order := []string{"off", "unverified", "ask"}
				return slices.Index(order, v.(string)) >= slices.Index(order, s.Preview)
			}},
		{Name: "resolve", Kind: String, Enum: []string{"never", "auto"}, Default: "never", Plane: Narrow, Doc: "`auto`: let the editor fetch a model's fix when an entry is chosen (15 s at most, no retry), where it does not freeze meanwhile; read at the start.",
			set:  func(s *Settings, _ []string, v any) { s.Resolve = v.(string) },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "never" }},
		{Name: "client.name", Kind: String, Default: "", Plane: Data, Doc: "Set by editor plugins: the editor's name.",
			set: func(s *Settings, _ []string, v any) { s.Client.Name = v.(string) }},
		{Name: "client.askInstruction", Kind: Bool, Default: false, Plane: Data, Doc: "Set by editor plugins that can ask for an instruction.",
			set: func(s *Settings, _ []string, v any) { s.Client.AskInstruction = v.(bool) }},
	}
}

func contextKeys() []Key {
	lessInt := func(get func(Settings) int) func(Settings, []string, any) bool {
		return func(s Settings, _ []string, v any) bool { n, ok := v.(int); return ok && n <= get(s) }
	}
	off := func(_ Settings, _ []string, v any) bool { return !v.(bool) }
	c := "context."
	return []Key{
		{Name: c + "enabled", Kind: Bool, Default: true, Plane: Narrow, less: off, Doc: "Send context beside the edit window.",
			set: func(s *Settings, _ []string, v any) { s.Context.Enabled = v.(bool) }},
		{Name: c + "timeoutMs", Kind: Int, Min: 50, Max: 10_000, Default: int(limits.Context / time.Millisecond), Doc: "Milliseconds for gathering; what has arrived by then is used.",
			set: func(s *Settings, _ []string, v any) {
				s.Context.Timeout = time.Duration(v.(int)) * time.Millisecond
			}},
		{Name: c + "tokenBudget.maxContextTokens", Kind: Auto, Min: 0, Max: 1 << 20, Default: limits.ContextTokens, Plane: Narrow, Doc: "Budget of the context; 2000 is 8 000 bytes. `\"auto\"`: a quarter of the model's window, 2000 to 8000.",
			set: func(s *Settings, _ []string, v any) {
				n, ok := v.(int)
				s.Context.Tokens, s.Context.Auto = n, !ok
			},
			less: lessInt(func(s Settings) int { return s.Context.Tokens })},
		{Name: c + "tokenBudget.reserveForInstruction", Kind: Int, Max: 1 << 20, Default: limits.InstructionTokens, Doc: "Tokens kept for the instruction.",
			set: func(s *Settings, _ []string, v any) { s.Context.Instruction = v.(int) }},
		{Name: c + "tokenBudget.reserveForSelection", Kind: Int, Max: 1 << 20, Default: limits.SelectionTokens, Doc: "Tokens kept for the edit window.",
			set: func(s *Settings, _ []string, v any) { s.Context.Selection = v.(int) }},
		{Name: c + "tokenBudget.reserveForCompletion", Kind: Int, Max: 1 << 20, Default: limits.CompletionTokens, Doc: "Tokens kept for the answer.",
			set: func(s *Settings, _ []string, v any) { s.Context.Completion = v.(int) }},
		{Name: c + "providers.diagnostics.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off, Doc: "Show other diagnostics of the file.",
			set: func(s *Settings, _ []string, v any) { s.Context.Diagnostics.Enabled = v.(bool) }},
		{Name: c + "providers.diagnostics.maxDiagnostics", Kind: Int, Max: 100, Default: 5, Plane: Narrow, Doc: "How many of them.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Diagnostics.Max = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.Diagnostics.Max })},
		{Name: c + "providers.history.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off, Doc: "Show recent edits.",
			set: func(s *Settings, _ []string, v any) { s.Context.History.Enabled = v.(bool) }},
		{Name: c + "providers.history.maxEdits", Kind: Int, Max: 50, Default: 3, Plane: Narrow, Doc: "How many of them.",
			set:  func(s *Settings, _ []string, v any) { s.Context.History.Max = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.History.Max })},
		{Name: c + "providers.semantic.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off, Doc: "Show related code of the workspace.",
			set: func(s *Settings, _ []string, v any) { s.Context.Semantic.Enabled = v.(bool) }},
		{Name: c + "providers.semantic.maxChunks", Kind: Int, Max: 100, Default: 0, Plane: Narrow, Doc: "How many text chunks; 0: as many as the budget holds.",
			set: func(s *Settings, _ []string, v any) { s.Context.Semantic.Max = v.(int) },
			less: func(s Settings, _ []string, v any) bool {
				return s.Context.Semantic.Max == 0 || v.(int) > 0 && v.(int) <= s.Context.Semantic.Max
			}},
		{Name: c + "providers.semantic.maxContextFiles", Kind: Int, Max: 100, Default: 10, Plane: Narrow, Doc: "How many distinct files; 0: no cap.",
			set: func(s *Settings, _ []string, v any) { s.Context.Files = v.(int) },
			less: func(s Settings, _ []string, v any) bool {
				return s.Context.Files == 0 || v.(int) > 0 && v.(int) <= s.Context.Files
			}},
		{Name: c + "providers.semantic.includeTests", Kind: String, Enum: []string{"auto", "always", "never"}, Default: "auto", Plane: Narrow, Doc: "Whether tests are shown as related code; `auto`: where the task is about tests.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Tests = v.(string) },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "never" }},
	}
}
