package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/watch"
)

// complain logs each setting that was not used, and shows one line for all.
func (s *Server) complain(problems []config.Problem) {
	if len(problems) == 0 {
		return
	}
	var names []string
	for _, p := range problems {
		s.log.Warn("setting not used", "problem", p.String())
		names = append(names, p.Key)
	}
	s.show(messageWarning, "settings", "settings not used: "+strings.Join(slices.Compact(names), ", "))
}

// start runs once the client is ready: it pulls settings and watches files.
func (s *Server) start(ctx context.Context) {
	c, _, _ := s.state()
	s.conn.Go("wire", func(context.Context) { s.build() })
	s.conn.Go("watch", s.watchRoots)
	s.conn.Go("settings", func(ctx context.Context) {
		s.watchUser(ctx, s.opts.UserFile, func() {
			layers := s.opts.Reload()
			s.resettle(func() { s.opts.Layers = layers }, nil)
		})
	})
	s.conn.Go("trust", func(ctx context.Context) {
		s.watchUser(ctx, s.opts.TrustFile, func() { s.resettle(func() {}, nil) })
	})
	if c.configRegister || c.watchRegister {
		s.register(ctx, c)
	}
	s.pullConfiguration(ctx)
}

// watchUser follows a file of the user's: read reads it, and everything is
// looked at again.
func (s *Server) watchUser(ctx context.Context, path string, read func()) {
	if path == "" {
		return
	}
	name := filepath.Base(path)
	err := watch.File(ctx, path, s.opts.Read, limits.WatchSettle, func() {
		s.log.Info("file changed", "file", name)
		read()
		s.rebuild(ctx)
	})
	if err != nil && ctx.Err() == nil {
		s.log.Warn("file is not watched", "file", name, "err", err)
	}
}

// register asks for what the client can send only on request.
func (s *Server) register(ctx context.Context, c client) {
	type registration struct {
		ID      string `json:"id"`
		Method  string `json:"method"`
		Options any    `json:"registerOptions,omitempty"`
	}
	var list []registration
	if c.configRegister {
		list = append(list, registration{ID: "fettle.configuration", Method: "workspace/didChangeConfiguration",
			Options: map[string]string{"section": "fettle"}})
	}
	if c.watchRegister {
		list = append(list, registration{ID: "fettle.files", Method: "workspace/didChangeWatchedFiles",
			Options: map[string]any{"watchers": watchers()}})
	}
	limited, done := context.WithTimeout(ctx, limits.ClientRegister)
	defer done()
	if len(list) > 0 {
		if err := s.conn.Call(limited, "client/registerCapability", map[string]any{"registrations": list}, nil); err != nil &&
			ctx.Err() == nil {
			s.log.Warn("not registered", "err", err)
		}
	}
}

// pullConfiguration asks the client for its settings. Null means nothing under
// this section: what came before stays.
func (s *Server) pullConfiguration(ctx context.Context) {
	c, _, _ := s.state()
	if !c.configuration {
		return
	}
	limited, done := context.WithTimeout(ctx, limits.ClientConfiguration)
	defer done()
	var answer []json.RawMessage
	err := s.conn.Call(limited, "workspace/configuration",
		map[string]any{"items": []map[string]string{{"section": "fettle"}}}, &answer)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("no settings from the client", "err", err)
		}
		return
	}
	if len(answer) > 0 && string(answer[0]) != "null" {
		s.mergeClient("the editor's settings", answer[0])
	}
}

// mergeClient adds settings to what the client sent before: some clients answer
// workspace/configuration with all of them, some notify of those that changed.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspace_configuration
func (s *Server) mergeClient(source string, raw json.RawMessage) {
	layer, problems := config.JSON(source, raw, s.opts.ClientIsUser)
	s.resettle(func() {
		// The newest word on each key: a client may send its settings often.
		kept := slices.DeleteFunc(slices.Clone(s.fromClient.Values), func(v config.Value) bool {
			return slices.ContainsFunc(layer.Values, func(n config.Value) bool { return n.Key == v.Key })
		})
		// Null withdraws what was said before.
		layer.Values = slices.DeleteFunc(slices.Concat(kept, layer.Values), func(v config.Value) bool { return v.Any == nil })
		s.fromClient = layer
	}, problems)
	s.conn.Go("rebuild", s.rebuild)
}

func (s *Server) didChangeConfiguration(params json.RawMessage) error {
	o := objectOf(params)
	if raw := o["settings"]; len(raw) > 0 && string(raw) != "null" {
		s.mergeClient("didChangeConfiguration", raw)
		return nil
	}
	s.conn.Go("configuration", s.pullConfiguration)
	return nil
}

func (s *Server) didChangeFolders(params json.RawMessage) error {
	o := objectOf(params)
	s.resettle(func() {
		for _, raw := range o.list("event", "removed") {
			if path, ok := document.Path(objectOf(raw).text("uri")); ok {
				s.roots = slices.DeleteFunc(s.roots, func(r string) bool { return r == path })
			}
		}
		for _, raw := range o.list("event", "added") {
			if path, ok := document.Path(objectOf(raw).text("uri")); ok && !slices.Contains(s.roots, path) {
				s.roots = append(s.roots, path)
			}
		}
		s.workspaceKnown = false
	}, nil)
	s.conn.Go("rebuild", s.rebuild)
	s.conn.Go("watch", s.watchRoots)
	return nil
}
