package config

// customKeys returns the parts of a tool that the user defines. All of them are of
// the control plane: each can name what runs, or decides what a run may do.
func customKeys() []Key {
	set := func(f func(*Custom, any)) func(*Settings, []string, any) {
		return func(s *Settings, n []string, v any) {
			c, ok := s.Custom[n[0]]
			if !ok {
				c = Custom{Input: "stdin", Output: "stdout", ExitMax: 1}
			}
			f(&c, v)
			s.Custom[n[0]] = c
		}
	}
	keys := []Key{
		{Name: "command", Kind: Command, Default: []string(nil),
			Doc: "Program and arguments of a tool of your own (`docs/custom-linters.md` has examples). `{file}` " +
				"stands for the document's path from the folder the tool runs in, `{path}` for its absolute path, " +
				"`{root}` for that folder.",
			set: set(func(c *Custom, v any) { c.Command = v.([]string) })},
		{Name: "languages", Kind: Strings, Default: []string(nil),
			Doc: "Languages that it checks, by their LSP identifiers.",
			set: set(func(c *Custom, v any) { c.Languages = v.([]string) })},
		{Name: "input", Kind: String, Enum: []string{"stdin", "tree"}, Default: "stdin",
			Doc: "How it gets the text: on `stdin`, or as a file in a private `tree` of links to the project's " +
				"files, in which it runs.",
			set: set(func(c *Custom, v any) { c.Input = v.(string) })},
		{Name: "format", Kind: Patterns, Default: []string(nil),
			Doc: "What it writes: `sarif`, `rdjson`, `rdjsonl`, `checkstyle`, `gitlab`, `gcc`, `flake8`, `pylint`, " +
				"a format of `fettle fix --input-format`, or patterns of errorformat such as `%f:%l:%c: %m`.",
			set: set(func(c *Custom, v any) { c.Format = v.([]string) })},
		{Name: "output", Kind: String, Enum: []string{"stdout", "stderr"}, Default: "stdout",
			Doc: "Where it writes its findings.",
			set: set(func(c *Custom, v any) { c.Output = v.(string) })},
		{Name: "exitMax", Kind: Int, Max: 255, Default: 1,
			Doc: "Highest exit code of a run that has checked the document; above it the run has failed.",
			set: set(func(c *Custom, v any) { c.ExitMax = v.(int) })},
		{Name: "severity", Kind: Texts, Default: map[string]string(nil),
			Doc: "What its words for severities, or beginnings of its codes, mean: `{ style = \"hint\", E9 = " +
				"\"error\" }`, with `error`, `warning`, `information` and `hint`.",
			set: set(func(c *Custom, v any) { c.Severity = v.(map[string]string) })},
		{Name: "columns", Kind: String, Enum: []string{"", "characters", "bytes", "utf16"}, Default: "",
			Doc: "What its columns count. Empty: what is usual for the format.",
			set: set(func(c *Custom, v any) { c.Columns = v.(string) })},
		{Name: "columnsFromZero", Kind: Bool, Default: false,
			Doc: "Its columns begin with 0, where the format says 1.",
			set: set(func(c *Custom, v any) { c.FromZero = v.(bool) })},
		{Name: "project", Kind: Bool, Default: false,
			Doc: "Its findings depend on other files than the document; it has the time of a compiler and waits for " +
				"longer pauses.",
			set: set(func(c *Custom, v any) { c.Project = v.(bool) })},
		{Name: "safe", Kind: Bool, Default: false,
			Doc: "It runs no code of the workspace, neither plugins nor configuration: it may also run in folders " +
				"that you have not trusted.",
			set: set(func(c *Custom, v any) { c.Safe = v.(bool) })},
		{Name: "safeFixes", Kind: Bool, Default: false,
			Doc: "Its own fixes keep the meaning of code: they are applied without `--unsafe`.",
			set: set(func(c *Custom, v any) { c.SafeFixes = v.(bool) })},
		{Name: "marks", Kind: Strings, Default: []string(nil),
			Doc: "Files that say that a project uses it, such as `.flake8` or `setup.cfg#[flake8`; without any it " +
				"runs everywhere.",
			set: set(func(c *Custom, v any) { c.Marks = v.([]string) })},
	}
	for i := range keys {
		keys[i].Name = "linters.custom.*." + keys[i].Name
	}
	served := func(f func(*Custom, any)) func(*Settings, []string, any) {
		return set(func(c *Custom, v any) { c.Server = true; f(c, v) })
	}
	return append(keys,
		Key{Name: "servers.*.command", Kind: Command, Default: []string(nil),
			Doc: "Program and arguments of a language server that is run as a tool, such as `[\"gopls\"]`: its diagnostics " +
				"are findings, its quick fixes are checked as all others are. Started in trusted folders only.",
			set: served(func(c *Custom, v any) { c.Command = v.([]string) })},
		Key{Name: "servers.*.languages", Kind: Strings, Default: []string(nil),
			Doc: "Languages that it is asked about, by their LSP identifiers.",
			set: served(func(c *Custom, v any) { c.Languages = v.([]string) })},
		Key{Name: "servers.*.safeFixes", Kind: Bool, Default: false,
			Doc: "Its quick fixes keep the meaning of code: they are applied without `--unsafe`.",
			set: served(func(c *Custom, v any) { c.SafeFixes = v.(bool) })},
		Key{Name: "servers.*.marks", Kind: Strings, Default: []string(nil),
			Doc: "Files that say that a project uses it; without any it runs everywhere.",
			set: served(func(c *Custom, v any) { c.Marks = v.([]string) })},
	)
}
