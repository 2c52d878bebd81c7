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
	Bool     Kind = iota
	Int           // between Min and Max
	String        // one of Enum, if that is set
	Strings       // a list of strings
	Texts         // a table of strings
	Command       // a string or a list of strings: argv
	Auto          // an integer or "auto"
	Share         // a number between 0 and 1
	Patterns      // a string or a list of strings
)

// Plane says who may set a key.
type Plane uint8

// The planes.
const (
	Control Plane = iota // user scope only
	Data                 // a workspace may set it
	Narrow               // a workspace may only move it towards less
)

func (p Plane) String() string { return [...]string{"user", "workspace", "workspace may restrict"}[p] }

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

// Keys returns the table of all settings, in the order of the reference.
func Keys() []Key {
	return slices.Concat(modelKeys(), toolKeys(), customKeys(), fixKeys(), privacyKeys(), menuKeys(), contextKeys(),
		searchKeys())
}

// endpointKeys makes the keys of one model endpoint; pick finds it in the settings.
func endpointKeys(prefix string, pick func(*Settings, []string, func(*Model))) []Key {
	set := func(f func(*Model, any)) func(*Settings, []string, any) {
		return func(s *Settings, names []string, v any) { pick(s, names, func(m *Model) { f(m, v) }) }
	}
	keys := []Key{
		{Name: "backend", Kind: String, Enum: []string{"", "ollama", "openai", "anthropic"}, Default: "",
			Doc: "Protocol of the endpoint: `ollama`, `openai` (any compatible server) or `anthropic`. Set to " +
				"empty, no model is ever asked; tools' own fixes and rules still work.",
			set: set(func(m *Model, v any) { m.Backend, m.None = v.(string), v.(string) == "" })},
		{Name: "url", Kind: String, Default: "",
			Doc: "Base URL of the endpoint, for example `http://127.0.0.1:11434`.",
			set: set(func(m *Model, v any) { m.URL = v.(string) })},
		{Name: "name", Kind: String, Default: "",
			Doc: "Name of the model at the endpoint.",
			set: set(func(m *Model, v any) { m.Name = v.(string) })},
		{Name: "apiKeyEnv", Kind: String, Default: "",
			Doc: "Environment variable that holds the API key.",
			set: set(func(m *Model, v any) { m.APIKeyEnv = v.(string) })},
		{Name: "apiKeyCommand", Kind: Command, Default: []string(nil),
			Doc: "Command that prints the API key, for example a keychain client.",
			set: set(func(m *Model, v any) { m.APIKeyCommand = v.([]string) })},
		{Name: "apiKey", Kind: String, Default: "",
			Doc: "The API key itself; only in the user's file. Prefer `apiKeyEnv` or `apiKeyCommand`.",
			set: set(func(m *Model, v any) { m.APIKey = v.(string) })},
		{Name: "headers", Kind: Texts, Default: map[string]string(nil),
			Doc: "Additional request headers.",
			set: set(func(m *Model, v any) { m.Headers = v.(map[string]string) })},
		{Name: "caFile", Kind: String, Default: "",
			Doc: "File with additional certificate authorities (PEM).",
			set: set(func(m *Model, v any) { m.CAFile = v.(string) })},
		{Name: "contextWindow", Kind: Int, Max: 4 << 20, Default: 0,
			Doc: "Context window of the model in tokens. 0: known from the model's name, else 8192.",
			set: set(func(m *Model, v any) { m.ContextWindow = v.(int) })},
		{Name: "stream", Kind: Bool, Default: true,
			Doc: "Stream the answer, so that a stalled endpoint is noticed early.",
			set: set(func(m *Model, v any) { m.Stream = v.(bool) })},
		{Name: "shape", Kind: String, Enum: []string{"auto", "rewrite", "file", "script"}, Default: "auto",
			Doc: "How fixes are asked for: `rewrite` shows plain code and takes the corrected function, `file` the " +
				"corrected file, `script` edits that name lines. `auto`: as `fettle doctor --calibrate` found " +
				"best; else `script` for `strong` models and those with 30 billion parameters or more by their " +
				"name, and `rewrite` for all others.",
			set: set(func(m *Model, v any) { m.Shape = v.(string) })},
		{Name: "encoding", Kind: String, Enum: []string{"auto", "text", "json", "rewrite"}, Default: "auto",
			Doc: "Format of the model's answers: edits as `text` or `json`, or a `rewrite` of whole windows.",
			set: set(func(m *Model, v any) { m.Encoding = v.(string) })},
		{Name: "profile", Kind: String, Enum: []string{"auto", "strong", "weak"}, Default: "auto",
			Doc: "`weak` models rewrite small windows instead of naming lines. `auto`: `weak` for endpoints on this " +
				"computer, else `strong`.",
			set: set(func(m *Model, v any) { m.Profile = v.(string) })},
		{Name: "price", Kind: String, Default: "",
			Doc: "Price of a million input and output tokens, for example `3/15`. Fixes then show their cost.",
			set: set(func(m *Model, v any) { m.Price = v.(string) })},
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
	lessModel(&keys[0])
	keys = append(keys, endpointKeys("models.*.", named)...)
	return append(keys,
		Key{Name: "models.*.workspaces", Kind: Bool, Default: false,
			Doc: "Let a workspace select this model with `model.use`.",
			set: func(s *Settings, n []string, v any) {
				named(s, n, func(m *Model) { m.Workspaces = v.(bool) })
			}},
		Key{Name: "model.fallback", Kind: String, Default: "",
			Doc: "Entry of `models` to ask when the model in use is unavailable.",
			set: func(s *Settings, _ []string, v any) { s.Fallback = v.(string) }},
		Key{Name: "model.use", Kind: String, Default: "", Plane: Narrow,
			Doc:  "Entry of `models` to use. A workspace may select only entries with `workspaces = true`.",
			set:  func(s *Settings, _ []string, v any) { s.Use = v.(string) },
			less: func(s Settings, _ []string, v any) bool { return !s.NoModel() && s.Models[v.(string)].Workspaces }},
	)
}

// lessModel makes an empty model.backend the word for no model at all: anybody
// may say it, and it also ends the choice of a weaker layer among models.
func lessModel(backend *Key) {
	set := backend.set
	backend.Plane = Narrow
	backend.less = func(_ Settings, _ []string, v any) bool { return v.(string) == "" }
	backend.set = func(s *Settings, names []string, v any) {
		if set(s, names, v); v.(string) == "" {
			s.Use = ""
		}
	}
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
		{Name: "linters.run", Kind: String, Enum: []string{"onChange", "onSave", "never"}, Default: "onChange", Plane: Data,
			Doc: "When fettle runs linters itself.",
			set: func(s *Settings, _ []string, v any) { s.LinterRun = v.(string) }},
		{Name: "linters.publish", Kind: Bool, Default: false, Plane: Data,
			Doc: "Publish the findings of fettle's own linter runs as diagnostics, for editors where no other " +
				"server does.",
			set: func(s *Settings, _ []string, v any) { s.Publish = v.(bool) }},
		{Name: "linters.warm", Kind: Bool, Default: true, Plane: Narrow,
			Doc: "Keep ESLint and the TypeScript compiler running between checks, so that the next one does not " +
				"wait for their start.",
			set:  func(s *Settings, _ []string, v any) { s.Warm = v.(bool) },
			less: func(s Settings, _ []string, v any) bool { return s.Warm || !v.(bool) }},
		{Name: "linters.*.command", Kind: Command, Default: []string(nil),
			Doc: "Command that starts the tool. Default: the program on PATH.",
			set: func(s *Settings, n []string, v any) { linter(s, n[0], func(l *Linter) { l.Command = v.([]string) }) }},
		{Name: "linters.*.enabled", Kind: Bool, Default: true, Plane: Data, Doc: "Let fettle run this tool.",
			set: func(s *Settings, n []string, v any) { linter(s, n[0], func(l *Linter) { l.Enabled = v.(bool) }) }},
		{Name: "signals.*.*.window", Kind: String, Default: "", Plane: Narrow,
			Doc: "Lines that a fix of a rule may change, for example `function +I`; `fettle explain --rule` says in " +
				"words and in this form which they are. A workspace may only take lines away.",
			set:  func(s *Settings, n []string, v any) { row(s, n, func(r *Signal) { r.Window = v.(string) }) },
			less: func(Settings, []string, any) bool { return true }},
		{Name: "signals.*.*.offer", Kind: Bool, Default: true, Plane: Narrow, Doc: "Offer fixes for this rule.",
			set:  func(s *Settings, n []string, v any) { b := v.(bool); row(s, n, func(r *Signal) { r.Offer = &b }) },
			less: func(_ Settings, _ []string, v any) bool { return !v.(bool) }},
	}
}

func fixKeys() []Key {
	grades := []string{"proved", "checked", "unsure", "unchecked"}
	return []Key{
		{Name: "fix.grade", Kind: String, Enum: grades, Default: "checked", Plane: Narrow,
			Doc: "The worst grade of a fix that `--write` and fix all take without a question. `proved`: a reason or " +
				"tests show that it is right; `checked`: tools have looked and are content; `unsure`: they are, but " +
				"something about it is more common among wrong fixes; `unchecked`: no tool could look. Saving applies " +
				"only what is proved and needs no model, and a menu shows all.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Grade = v.(string) },
			less: func(s Settings, _ []string, v any) bool {
				return slices.Index(grades, v.(string)) <= slices.Index(grades, s.Fix.Grade)
			}},
		{Name: "fix.calls", Kind: Int, Min: 1, Max: 3, Default: 3,
			Doc: "Maximum number of model calls for one fix, retries included. A model on this computer that is " +
				"asked for plain code is asked up to eight times, as long as `timeouts.fix` allows.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Calls = v.(int) }},
		{Name: "fix.candidates", Kind: Int, Min: 1, Max: 3, Default: 1,
			Doc: "Number of answers to request at once. With more than one you choose among the fixes that pass the " +
				"checks; each costs one call, and there is no retry.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Candidates = v.(int) }},
		{Name: "fix.cache", Kind: Bool, Default: true, Plane: Narrow,
			Doc: "Keep results of tools in the user's cache folder, so that the next `fettle fix` is quicker. Used " +
				"for ruff, bandit, mypy, tsc and ESLint; see docs/cache.md.",
			set:  func(s *Settings, _ []string, v any) { s.Fix.Cache = v.(bool) },
			less: func(_ Settings, _ []string, v any) bool { return !v.(bool) }},
		{Name: "check.reasons", Kind: Bool, Default: false, Plane: Narrow,
			Doc: "`fettle check` fails if a change adds a comment or attribute that silences a tool and states no " +
				"reason, such as `# noqa: F401` with no words after it.",
			set:  func(s *Settings, _ []string, v any) { s.CheckReasons = v.(bool) },
			less: func(s Settings, _ []string, v any) bool { return v.(bool) || !s.CheckReasons }},
		{Name: "fix.prefetch", Kind: String, Enum: []string{"off", "onSave"}, Default: "off",
			Doc: "`onSave`: ask the model for fixes after a save, so that they are ready in the menu. At most 6 " +
				"calls a minute.",
			set: func(s *Settings, _ []string, v any) { s.Fix.Prefetch = v.(string) }},
		{Name: "timeouts.fix", Kind: Int, Min: 5, Max: 600, Default: seconds(limits.FixTotal),
			Doc: "Seconds for one fix, including all calls and checks.",
			set: func(s *Settings, _ []string, v any) { s.Timeouts.Fix = time.Duration(v.(int)) * time.Second }},
		{Name: "timeouts.linter", Kind: Int, Min: 1, Max: seconds(limits.LinterTimeMost), Default: seconds(limits.LinterTime),
			Doc: "Seconds for one run of a tool that looks at files one by one, such as ruff, bandit and Biome.",
			set: func(s *Settings, _ []string, v any) { s.Timeouts.Linter = time.Duration(v.(int)) * time.Second }},
		{Name: "timeouts.compiler", Kind: Int, Min: 1, Max: seconds(limits.CompilerTimeMost),
			Default: seconds(limits.CompilerTime),
			Doc:     "Seconds for one run of a compiler, a type checker, ESLint, staticcheck, golangci-lint or pytest.",
			set:     func(s *Settings, _ []string, v any) { s.Timeouts.Compiler = time.Duration(v.(int)) * time.Second }},
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
		{Name: "privacy.mode", Kind: String, Enum: []string{"standard", "local"}, Default: "standard", Plane: Narrow,
			Doc:  "`local`: refuse model endpoints that are not on this computer.",
			set:  func(s *Settings, _ []string, v any) { s.Privacy.Mode = v.(string) },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "local" }},
		{Name: "privacy.deny", Kind: Strings, Default: []string(nil), Plane: Data,
			Doc: "Globs of files that are never sent and get no fix, in addition to the built-in list. The lists of " +
				"all settings files are combined.",
			set: func(s *Settings, _ []string, v any) { union(&s.Privacy.Deny)(v) }},
		{Name: "audit.required", Kind: Bool, Default: false, Plane: Narrow,
			Doc:  "Send nothing when the audit log cannot be written.",
			set:  func(s *Settings, _ []string, v any) { s.Audit.Required = v.(bool) },
			less: func(_ Settings, _ []string, v any) bool { return v.(bool) }},
		{Name: "log.level", Kind: String, Enum: []string{"error", "warn", "info", "debug"}, Default: "info",
			Doc: "Minimum level to log.",
			set: func(s *Settings, _ []string, v any) { s.Log.Level = v.(string) }},
		{Name: "trust.trusted", Kind: Strings, Default: []string(nil),
			Doc: "Folders in which tools may run code of the workspace (plugins, build scripts).",
			set: func(s *Settings, _ []string, v any) { s.Trust.Trusted = v.([]string) }},
		{Name: "trust.denied", Kind: Strings, Default: []string(nil), Doc: "Folders in which no tool is started.",
			set: func(s *Settings, _ []string, v any) { s.Trust.Denied = v.([]string) }},
		{Name: "untrustedWorkspace", Kind: Bool, Default: false, Plane: Narrow,
			Doc:  "Start no tool in this workspace. Set by editors with a trust prompt.",
			set:  func(s *Settings, _ []string, v any) { s.Untrusted = v.(bool) },
			less: func(s Settings, _ []string, v any) bool { return v.(bool) || !s.Untrusted }},
	}
}

func menuKeys() []Key {
	previews := []string{"off", "unchecked", "unverified", "ask"} // from the fewest to all
	return []Key{
		{Name: "actions.enable", Kind: Bool, Default: true, Plane: Data, Doc: "Offer code actions.",
			set: func(s *Settings, _ []string, v any) { s.Actions.Enable = v.(bool) }},
		{Name: "actions.languages.*", Kind: Bool, Default: true, Plane: Data,
			Doc: "Offer code actions for a language, by its LSP identifier.",
			set: func(s *Settings, n []string, v any) { s.Actions.Languages[n[0]] = v.(bool) }},
		{Name: "actions.exclude", Kind: Strings, Default: []string(nil), Plane: Data,
			Doc: "Rules that get no code action, as globs: `ruff/E501`, `mypy/*`.",
			set: func(s *Settings, _ []string, v any) { s.Actions.Exclude = v.([]string) }},
		{Name: "actions.minSeverity", Kind: String, Enum: []string{"error", "warning", "information", "hint"},
			Default: "information", Plane: Data,
			Doc: "Minimum severity that gets a code action.",
			set: func(s *Settings, _ []string, v any) { s.Actions.MinSeverity = v.(string) }},
		{Name: "actions.automatic", Kind: Bool, Default: true, Plane: Data,
			Doc: "Answer requests that the editor sends on its own (the light bulb).",
			set: func(s *Settings, _ []string, v any) { s.Actions.Automatic = v.(bool) }},
		{Name: "actions.toolFixes", Kind: String, Enum: []string{"auto", "always", "never"}, Default: "auto", Plane: Data,
			Doc: "Offer a tool's own fixes. `auto`: leave out fixes that another language server in this editor " +
				"already offers.",
			set: func(s *Settings, _ []string, v any) { s.Actions.ToolFixes = v.(string) }},
		{Name: "actions.todo", Kind: Bool, Default: false, Plane: Narrow,
			Doc:  "Offer to implement TODO and FIXME comments with the model.",
			set:  func(s *Settings, _ []string, v any) { s.Actions.Todo = v.(bool) },
			less: func(_ Settings, _ []string, v any) bool { return !v.(bool) }},
		{Name: "messages.success", Kind: Bool, Default: true, Plane: Data,
			Doc: "Say what was fixed and which tools are clean, where the editor shows progress.",
			set: func(s *Settings, _ []string, v any) { s.Messages.Success = v.(bool) }},
		{Name: "preview", Kind: String, Enum: previews, Default: "unchecked", Plane: Narrow,
			Doc: "Show fixes before they are applied: those that no tool could look at (`unchecked`), all that are " +
				"less than checked (`unverified`), every one (`ask`), or none (`off`).",
			set: func(s *Settings, _ []string, v any) { s.Preview = v.(string) },
			less: func(s Settings, _ []string, v any) bool {
				return slices.Index(previews, v.(string)) >= slices.Index(previews, s.Preview)
			}},
		{Name: "client.name", Kind: String, Default: "", Plane: Data,
			Doc: "Name of the editor. Set by editor plugins.",
			set: func(s *Settings, _ []string, v any) { s.Client.Name = v.(string) }},
		{Name: "client.askInstruction", Kind: Bool, Default: false, Plane: Data,
			Doc: "The editor can ask for an instruction. Set by editor plugins.",
			set: func(s *Settings, _ []string, v any) { s.Client.AskInstruction = v.(bool) }},
		{Name: "client.details", Kind: String, Default: "fettle.why", Plane: Data,
			Doc: "How the editor's user asks for the whole reason of a fix that failed. Set by editor plugins.",
			set: func(s *Settings, _ []string, v any) { s.Client.Details = v.(string) }},
	}
}

func contextKeys() []Key {
	lessInt := func(get func(Settings) int) func(Settings, []string, any) bool {
		return func(s Settings, _ []string, v any) bool { n, ok := v.(int); return ok && n <= get(s) }
	}
	off := func(_ Settings, _ []string, v any) bool { return !v.(bool) }
	c := "context."
	return []Key{
		{Name: c + "enabled", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Send context in addition to the lines that may change.",
			set: func(s *Settings, _ []string, v any) { s.Context.Enabled = v.(bool) }},
		{Name: c + "timeoutMs", Kind: Int, Min: 50, Max: 10_000, Default: int(limits.Context / time.Millisecond),
			Doc: "Milliseconds for gathering context; what has arrived by then is used.",
			set: func(s *Settings, _ []string, v any) {
				s.Context.Timeout = time.Duration(v.(int)) * time.Millisecond
			}},
		{Name: c + "tokenBudget.maxContextTokens", Kind: Auto, Min: 0, Max: 1 << 20, Default: limits.ContextTokens,
			Plane: Narrow,
			Doc: "Tokens of context; 2000 is 8,000 bytes. `\"auto\"`: a quarter of the model's context window, from " +
				"2000 to 8000.",
			set: func(s *Settings, _ []string, v any) {
				n, ok := v.(int)
				s.Context.Tokens, s.Context.Auto = n, !ok
			},
			less: lessInt(func(s Settings) int { return s.Context.Tokens })},
		{Name: c + "tokenBudget.reserveForInstruction", Kind: Int, Max: 1 << 20, Default: limits.InstructionTokens,
			Doc: "Tokens reserved for the instruction.",
			set: func(s *Settings, _ []string, v any) { s.Context.Instruction = v.(int) }},
		{Name: c + "tokenBudget.reserveForSelection", Kind: Int, Max: 1 << 20, Default: limits.SelectionTokens,
			Doc: "Tokens reserved for the lines that may change.",
			set: func(s *Settings, _ []string, v any) { s.Context.Selection = v.(int) }},
		{Name: c + "tokenBudget.reserveForCompletion", Kind: Int, Max: 1 << 20, Default: limits.CompletionTokens,
			Doc: "Tokens reserved for the answer.",
			set: func(s *Settings, _ []string, v any) { s.Context.Completion = v.(int) }},
		{Name: c + "providers.diagnostics.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Include other diagnostics of the file.",
			set: func(s *Settings, _ []string, v any) { s.Context.Diagnostics.Enabled = v.(bool) }},
		{Name: c + "providers.diagnostics.maxDiagnostics", Kind: Int, Max: 100, Default: 5, Plane: Narrow,
			Doc:  "Maximum number of diagnostics. 0: none.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Diagnostics.Max = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.Diagnostics.Max })},
		{Name: c + "providers.diagnostics.warnings", Kind: String, Enum: []string{"fill", "onlyWithoutErrors"},
			Default: "fill", Plane: Narrow,
			Doc: "Warnings in addition to errors. `fill`: what the errors leave room for. `onlyWithoutErrors`: none while " +
				"there are errors.",
			set:  func(s *Settings, _ []string, v any) { s.Context.ErrorsOnly = v.(string) == "onlyWithoutErrors" },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "onlyWithoutErrors" }},
		{Name: c + "providers.history.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Include recent edits.",
			set: func(s *Settings, _ []string, v any) { s.Context.History.Enabled = v.(bool) }},
		{Name: c + "providers.history.maxEdits", Kind: Int, Max: 50, Default: 3, Plane: Narrow,
			Doc:  "Maximum number of edits. 0: none.",
			set:  func(s *Settings, _ []string, v any) { s.Context.History.Max = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.History.Max })},
		{Name: c + "providers.semantic.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Include related code from the workspace.",
			set: func(s *Settings, _ []string, v any) { s.Context.Semantic.Enabled = v.(bool) }},
		{Name: c + "providers.semantic.maxChunks", Kind: Int, Max: 100, Default: 0, Plane: Narrow,
			Doc: "Maximum number of code chunks. 0: as many as fit the budget.",
			set: func(s *Settings, _ []string, v any) { s.Context.Semantic.Max = v.(int) },
			less: func(s Settings, _ []string, v any) bool {
				return s.Context.Semantic.Max == 0 || v.(int) > 0 && v.(int) <= s.Context.Semantic.Max
			}},
		{Name: c + "providers.semantic.maxContextFiles", Kind: Int, Max: 100, Default: 10, Plane: Narrow,
			Doc: "Maximum number of files. 0: no limit.",
			set: func(s *Settings, _ []string, v any) { s.Context.Files = v.(int) },
			less: func(s Settings, _ []string, v any) bool {
				return s.Context.Files == 0 || v.(int) > 0 && v.(int) <= s.Context.Files
			}},
		{Name: c + "providers.semantic.includeTests", Kind: String, Enum: []string{"auto", "always", "never"},
			Default: "auto", Plane: Narrow,
			Doc:  "Include tests as related code. `auto`: if the task is about tests.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Tests = v.(string) },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "never" }},
	}
}
