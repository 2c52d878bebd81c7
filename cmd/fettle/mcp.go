package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/providers/semantic"
)

func mcpCommand(io streams, su *setup) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp [ROOT...]",
		Short: "Serve the search to other programs over the Model Context Protocol",
		Long: `Speaks the Model Context Protocol on standard input and output, with one
read-only tool, context_query. It answers about the named folders and nothing
else; without one, about the project of the working folder.`,
		RunE: func(c *cobra.Command, args []string) error {
			out := io.out
			if io.out == os.Stdout {
				own, err := rpc.OwnStdout()
				if err != nil {
					return err
				}
				out = own
			}
			return runMCP(c.Context(), su, io, out, args)
		},
	}
}

// runMCP serves until the input ends.
func runMCP(ctx context.Context, su *setup, io streams, out io.Writer, args []string) error {
	if _, err := su.wire(io.err); err != nil {
		return err
	}
	defer su.related.close()
	roots, err := fixedRoots(args)
	if err != nil {
		return err
	}
	log := slog.New(su.scrubbed(slog.NewTextHandler(io.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	server := mcp.NewServer(&mcp.Implementation{Name: "fettle", Version: version}, &mcp.ServerOptions{Logger: log,
		Instructions: "context_query finds the code of the project that a question is about. It reads and never writes."})
	closed := false
	server.AddTool(&mcp.Tool{
		Name: "context_query", Title: "Find code",
		Description: "Find the functions, types and other code of the project that a question in words, or a file, is about; the most relevant first, within a token budget.",
		InputSchema: json.RawMessage(querySchema),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &closed},
	}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := su.related.answer(ctx, roots, r.Params.Arguments)
		if err != nil { // for the model to read: what it did wrong
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil //nolint:nilerr // it is the result
		}
		raw, err := json.Marshal(res)
		if err != nil {
			return nil, fmt.Errorf("context_query: %w", err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(raw)}}, StructuredContent: json.RawMessage(raw)}, nil
	})
	err = server.Run(ctx, &mcp.IOTransport{Reader: newLineReader(io.in), Writer: keepOpen{out}, MaxLineLength: mcpLine})
	if errors.Is(err, errInput) || errors.Is(err, context.Canceled) || err == nil {
		return nil
	}
	return err
}

// fixedRoots are the folders that questions may be about, with links resolved.
func fixedRoots(args []string) ([]string, error) {
	if len(args) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		args = []string{files.ProjectRoot(filepath.Join(dir, "x"))}
	}
	var roots []string
	for _, a := range args {
		abs, err := filepath.Abs(a)
		if err == nil {
			abs, err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return nil, fmt.Errorf("root %s: %w", a, err)
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("root %s: not a folder", a)
		}
		roots = append(roots, abs)
	}
	return roots, nil
}

// answer checks the arguments of a question against the roots and answers it.
func (r *related) answer(ctx context.Context, roots []string, raw json.RawMessage) (semantic.QueryResult, error) {
	args := struct {
		semantic.QueryParams
		ProjectRoot string `json:"projectRoot"`
	}{QueryParams: r.questions()}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&args); err != nil {
		return semantic.QueryResult{}, fmt.Errorf("the arguments are not those of context_query: %w", err)
	}
	root := roots[0]
	if args.ProjectRoot != "" {
		if root = insideRoots(roots, args.ProjectRoot); root == "" {
			return semantic.QueryResult{}, errors.New("projectRoot lies outside of the folders that this server was started for")
		}
	}
	if args.RelatedTo != "" {
		path := args.RelatedTo
		if !filepath.IsAbs(path) {
			path = filepath.Join(root, filepath.FromSlash(path))
		}
		real, err := filepath.EvalSymlinks(path)
		rel, relErr := filepath.Rel(root, real)
		if err != nil || relErr != nil || !filepath.IsLocal(rel) {
			return semantic.QueryResult{}, errors.New("relatedTo names no file below the root")
		}
		args.RelatedTo = filepath.ToSlash(rel)
	}
	return r.query(ctx, root, args.QueryParams)
}

// insideRoots is the folder that a path names, if it lies in one of the roots
// after its links are resolved, else "".
func insideRoots(roots []string, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(roots[0], path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	for _, root := range roots {
		if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
			if info, err := os.Stat(real); err == nil && info.IsDir() {
				return real
			}
		}
	}
	return ""
}

// keepOpen is an output that the SDK's Close does not close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// querySchema describes the parameters of context_query.
const querySchema = `{"type":"object","additionalProperties":false,"properties":{
"query":{"type":"string","maxLength":2000,"description":"What to look for, in words, names or both"},
"relatedTo":{"type":"string","description":"A file of the project, instead of query: find what belongs to it"},
"maxDepth":{"type":"integer","minimum":0,"maximum":3,"description":"How far imports are followed"},
"limit":{"type":"integer","minimum":0,"description":"Entities; 0: as many as the budget holds"},
"minScore":{"type":"number","minimum":0,"maximum":1,"description":"Least score, relative to the best"},
"includeTypes":{"type":"array","items":{"type":"string","enum":["function","method","class","struct","interface","trait","enum","type","constant","variable","chunk"]}},
"strategies":{"type":"array","items":{"type":"string","enum":["lexical","symbol","history"]}},
"maxTokens":{"type":"integer","minimum":100,"maximum":64000},
"includeImports":{"type":"boolean"},
"contextLines":{"type":"integer","minimum":0,"maximum":20},
"format":{"type":"string","enum":["markdown","plain","xml"]},
"truncation":{"type":"string","enum":["auto","signature-first","bookend"]},
"projectRoot":{"type":"string","description":"Folder to search, inside the roots of this server"},
"includeTests":{"type":"boolean"},
"maxContextFiles":{"type":"integer","minimum":0,"description":"Distinct files; 0: no cap"},
"plan":{"type":"string","enum":["auto","model","heuristic"]},
"explain":{"type":"boolean"}}}`
