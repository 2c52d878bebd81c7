package config

import "time"

// searchKeys returns the settings of the index behind the related code, of
// questions in words, and of what helps to answer them.
func searchKeys() []Key {
	lessInt := func(get func(Settings) int) func(Settings, []string, any) bool {
		return func(s Settings, _ []string, v any) bool { return v.(int) <= get(s) }
	}
	off := func(_ Settings, _ []string, v any) bool { return !v.(bool) }
	c := "context."
	return []Key{
		{Name: c + "query.maxTokens", Kind: Int, Min: 100, Max: 64_000, Default: 4000, Plane: Narrow,
			Doc:  "Token budget of an answer to a question (`fettle context`, `fettle.contextQuery`, `fettle mcp`).",
			set:  func(s *Settings, _ []string, v any) { s.Context.Query.MaxTokens = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.Query.MaxTokens })},
		{Name: c + "query.limit", Kind: Int, Max: 1000, Default: 10, Plane: Narrow,
			Doc: "Maximum number of results (functions, types, chunks). 0: as many as fit the budget.",
			set: func(s *Settings, _ []string, v any) { s.Context.Query.Limit = v.(int) },
			less: func(s Settings, _ []string, v any) bool {
				return s.Context.Query.Limit == 0 || v.(int) > 0 && v.(int) <= s.Context.Query.Limit
			}},
		{Name: c + "query.minScore", Kind: Share, Default: 0.3, Plane: Narrow,
			Doc:  "Minimum score of a result, relative to the best.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Query.MinScore = v.(float64) },
			less: func(s Settings, _ []string, v any) bool { return v.(float64) >= s.Context.Query.MinScore }},
		{Name: c + "query.includeImports", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Include the imports that the code uses.",
			set: func(s *Settings, _ []string, v any) { s.Context.Query.Imports = v.(bool) }},
		{Name: c + "query.contextLines", Kind: Int, Max: 20, Default: 3, Plane: Narrow,
			Doc:  "Lines of context around each result.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Query.Lines = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.Query.Lines })},
		{Name: c + "query.format", Kind: String, Enum: []string{"markdown", "plain", "xml"}, Default: "markdown", Plane: Data,
			Doc: "Format of the answer.",
			set: func(s *Settings, _ []string, v any) { s.Context.Query.Format = v.(string) }},
		{Name: c + "plan.mode", Kind: String, Enum: []string{"auto", "model", "heuristic"}, Default: "auto",
			Doc: "Who plans the search for a question. `heuristic`: never a model. `auto`: a model, where a setting " +
				"of `context.plan` or `OLLAMA_HOST` or `OLLAMA_MODEL` names one or its place. It plans broad " +
				"questions; for others it names words that the code may be called by, which a small one does in a " +
				"second. `model`: it plans every question. The heuristics step in where it cannot.",
			set: func(s *Settings, _ []string, v any) { s.Context.Plan.Mode = v.(string) }},
		{Name: c + "plan.backend", Kind: String, Default: "ollama", Doc: "`ollama`, or an entry of `models`.",
			set: func(s *Settings, _ []string, v any) { s.Context.Plan.Backend = v.(string) }},
		{Name: c + "plan.model", Kind: String, Default: "",
			Doc: "Ollama model to plan with. Empty: `OLLAMA_MODEL`, else `qwen2.5-coder:7b`.",
			set: func(s *Settings, _ []string, v any) { s.Context.Plan.Model = v.(string) }},
		{Name: c + "plan.url", Kind: String, Default: "",
			Doc: "URL of Ollama. Empty: `OLLAMA_HOST` if that is on this computer, else `http://127.0.0.1:11434`.",
			set: func(s *Settings, _ []string, v any) { s.Context.Plan.URL = v.(string) }},
		{Name: c + "plan.timeoutMs", Kind: Int, Min: 50, Max: 10_000, Default: 2000,
			Doc: "Milliseconds that the model may take to plan.",
			set: func(s *Settings, _ []string, v any) {
				s.Context.Plan.Timeout = time.Duration(v.(int)) * time.Millisecond
			}},
		{Name: c + "plan.maxDepth", Kind: Auto, Max: 3, Default: "auto",
			Doc: "How many levels of imports to follow, 0 to 3. `\"auto\"`: depends on the question.",
			set: func(s *Settings, _ []string, v any) {
				n, ok := v.(int)
				s.Context.Plan.Depth, s.Context.Plan.DepthSet = n, ok
			}},
		{Name: c + "index.enabled", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Index the workspace for related code. Without the index only the folder and the imports of a " +
				"document are searched.",
			set: func(s *Settings, _ []string, v any) { s.Context.Index.Enabled = v.(bool) }},
		{Name: c + "index.persist", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Keep the index between sessions, in the user's cache folder.",
			set: func(s *Settings, _ []string, v any) { s.Context.Index.Persist = v.(bool) }},
		{Name: c + "index.git", Kind: String, Enum: []string{"auto", "never"}, Default: "auto", Plane: Narrow,
			Doc:  "Ask git which files changed recently and together.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Index.Git = v.(string) != "never" },
			less: func(_ Settings, _ []string, v any) bool { return v.(string) == "never" }},
		{Name: c + "index.maxFileKB", Kind: Int, Min: 1, Max: 600, Default: 600, Plane: Narrow,
			Doc:  "Largest file to index, in kilobytes.",
			set:  func(s *Settings, _ []string, v any) { s.Context.Index.MaxFileKB = v.(int) },
			less: lessInt(func(s Settings) int { return s.Context.Index.MaxFileKB })},
		{Name: c + "embeddings.enabled", Kind: Bool, Default: false,
			Doc: "Also rank by embeddings of the workspace's code, computed in idle time. The code is sent to the " +
				"embedding model.",
			set: func(s *Settings, _ []string, v any) { s.Context.Embeddings.Enabled = v.(bool) }},
		{Name: c + "embeddings.backend", Kind: String, Default: "ollama",
			Doc: "`ollama`, or an entry of `models` whose endpoint computes embeddings.",
			set: func(s *Settings, _ []string, v any) { s.Context.Embeddings.Backend = v.(string) }},
		{Name: c + "embeddings.model", Kind: String, Default: "nomic-embed-text",
			Doc: "Name of the embedding model.",
			set: func(s *Settings, _ []string, v any) { s.Context.Embeddings.Model = v.(string) }},
		{Name: c + "embeddings.url", Kind: String, Default: "",
			Doc: "URL of Ollama. Empty: `OLLAMA_HOST` if that is on this computer, else `http://127.0.0.1:11434`.",
			set: func(s *Settings, _ []string, v any) { s.Context.Embeddings.URL = v.(string) }},
		{Name: c + "languageServers.*", Kind: Command, Default: []string(nil),
			Doc: "Language server to ask for definitions in a language, and to check fixes for its own diagnostics, " +
				"for example `go = [\"gopls\"]`. Started in trusted folders only.",
			set: func(s *Settings, n []string, v any) {
				if s.Context.LanguageServers == nil {
					s.Context.LanguageServers = map[string][]string{}
				}
				s.Context.LanguageServers[n[0]] = v.([]string)
			}},
		{Name: c + "learning", Kind: Bool, Default: true, Plane: Narrow, less: off,
			Doc: "Remember which files helped with which fixes, on this computer only: paths and hashed words, no " +
				"code. See `fettle journal`.",
			set: func(s *Settings, _ []string, v any) { s.Context.Learning = v.(bool) }},
	}
}
