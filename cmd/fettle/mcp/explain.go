package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// The resources: what a fix would see and send, and what is known of a rule.
const (
	explainTemplate = "fettle://explain/{+path}{?line}"
	ruleTemplate    = "fettle://rule/{tool}/{+code}"
)

func (m *server) registerExplain(server *sdk.Server) {
	server.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "explain", Title: "What a fix would see and send", URITemplate: explainTemplate, MIMEType: "text/markdown",
		Description: "For each problem on a line of a file, or in all of it: what its rule requires, the lines that may " +
			"change, the context with the reason for each piece, and the exact prompt. No model is called.",
	}, reading(m.explain))
	server.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "rule", Title: "What is known about a rule", URITemplate: ruleTemplate, MIMEType: "text/plain",
		Description: "What fettle knows about a rule, for example fettle://rule/ruff/F821: the lines a fix may change, " +
			"what it needs to see, and who may fix it.",
	}, reading(m.rule))
}

// reading returns the handler of a resource. A resource has no error for people
// besides that of the protocol, so that the next step stands in its message.
func reading(read func(ctx context.Context, u *url.URL) (text.Markdown, error)) sdk.ResourceHandler {
	return func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		u, err := url.Parse(r.Params.URI)
		if err != nil {
			return nil, sdk.ResourceNotFoundError(r.Params.URI)
		}
		body, err := read(ctx, u)
		if err != nil {
			return nil, fmt.Errorf("%s", advised(err))
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: body.String()}}}, nil
	}
}

// explain is fettle explain for the problems on a line, or of a whole file.
func (m *server) explain(ctx context.Context, u *url.URL) (text.Markdown, error) {
	line := 0
	if q := u.Query().Get("line"); q != "" {
		var err error
		if line, err = strconv.Atoi(q); err != nil || line < 1 {
			return "", app.WithHint(fmt.Errorf("line %q is no line", q), "lines count from 1")
		}
	}
	abs, err := m.locate(strings.TrimPrefix(u.Path, "/"))
	if err != nil {
		return "", err
	}
	t, err := m.w.Read(m.shown(abs), abs)
	if err != nil {
		return "", err
	}
	said, more, err := m.w.Explain(ctx, t, line, 0, limits.MCPExplained, func() { m.fresh(ctx, t.Root) })
	switch {
	case err != nil:
		return "", err
	case said == "":
		return "", app.WithHint(fmt.Errorf("nothing is reported there in %s", t.Shown), "the tool diagnostics lists what is")
	case more > 0:
		said += fmt.Sprintf("%d more problems: name a line\n", more)
	}
	return text.Markdown(m.clear(abs, said)), nil
}

// rule is fettle explain --rule.
func (m *server) rule(_ context.Context, u *url.URL) (text.Markdown, error) {
	return text.Markdown(m.w.RuleText(strings.TrimPrefix(u.Path, "/"))), nil
}
