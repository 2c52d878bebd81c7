package workspace

import (
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// Questions returns the parameters of a question, as the settings have them.
func Questions(s config.Context) semantic.QueryParams {
	q := semantic.DefaultQuery("")
	q.MaxTokens, q.Limit, q.MinScore = s.Query.MaxTokens, s.Query.Limit, s.Query.MinScore
	q.IncludeImports, q.ContextLines, q.Format = s.Query.Imports, s.Query.Lines, s.Query.Format
	q.MaxContextFiles, q.Plan = s.Files, s.Plan.Mode
	if s.Plan.DepthSet {
		q.MaxDepth = &s.Plan.Depth
	}
	switch s.Tests {
	case "always", "never":
		yes := s.Tests == "always"
		q.IncludeTests = &yes
	}
	return q
}
