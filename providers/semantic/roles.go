package semantic

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// part is what a file is for in a program, as its path says.
type part uint8

// The parts.
const (
	partOther part = iota
	partModel
	partData
	partRoute
	partConfig
	partMiddleware
)

// partWords are the words of paths that tell a part. The nearest to the file
// decides.
var partWords = map[string]part{
	"model": partModel, "models": partModel, "entity": partModel, "entities": partModel, "domain": partModel, "types": partModel, "dto": partModel,
	"repo": partData, "repos": partData, "repository": partData, "repositories": partData, "dao": partData, "store": partData, "stores": partData, "storage": partData,
	"database": partData, "db": partData, "persistence": partData, "dal": partData,
	"route": partRoute, "routes": partRoute, "router": partRoute, "routers": partRoute, "routing": partRoute, "urls": partRoute, "endpoints": partRoute,
	"handlers": partRoute, "handler": partRoute, "endpoint": partRoute, "controllers": partRoute, "controller": partRoute, "api": partRoute, "views": partRoute,
	"config": partConfig, "conf": partConfig, "configuration": partConfig, "settings": partConfig, "env": partConfig,
	"middleware": partMiddleware, "middlewares": partMiddleware, "interceptors": partMiddleware, "interceptor": partMiddleware, "guards": partMiddleware, "guard": partMiddleware, "filters": partMiddleware,
	"hooks": partMiddleware, "plugins": partMiddleware,
}

// partOf is the part of a file.
func partOf(path string) part {
	names := strings.Split(strings.ToLower(path), "/")
	base := names[len(names)-1]
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i] // users.controller, of users.controller.ts
	}
	words := strings.FieldsFunc(base, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	for _, w := range slices.Backward(words) {
		if p := partWords[w]; p != partOther {
			return p
		}
	}
	for _, name := range slices.Backward(names[:len(names)-1]) {
		if p := partWords[name]; p != partOther {
			return p
		}
	}
	return partOther
}

// concerns are words for what every request passes, wherever it leads: it is built
// in between.
var concerns = [...]string{"limit", "throttl", "cors", "csrf", "log", "trac", "metric", "monitor", "compress", "gzip", "auth", "authenticat", "authoriz", "middlewar", "interceptor"}

// concern reports whether a word of a question is one of them.
func concern(word string) bool {
	words, _ := index.Words(word)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(concerns[:], w) })
}

// passing are words for what passes there, and for whom.
var passing = [...]string{"request", "respons", "api", "endpoint", "rout", "call", "client", "user", "ip", "server", "servic", "app", "http", "web", "rate", "token", "bearer", "jwt"}

// ofOneThing reports whether the best places are named after one of the words that not
// every request is, nor has: a limit for cookies is set where cookies are made.
func ofOneThing(spots []spot, about []string) bool {
	return slices.ContainsFunc(spots[:min(mostSeeds, len(spots))], func(s spot) bool {
		return slices.ContainsFunc(s.said.Named, func(w string) bool {
			words, _ := index.Words(w)
			return slices.Contains(about, w) && !concern(w) && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(passing[:], w) })
		})
	})
}

// hops are how many imports lie between files and the nearest of some others,
// in either direction, up to a depth.
func (p *Provider) hops(from []string, depth int) map[string]int {
	out := map[string]int{}
	level := slices.Clone(from)
	for _, path := range level {
		out[path] = 0
	}
	for d := 1; d <= min(depth, index.MaxDepth); d++ {
		var next []string
		for _, path := range level {
			for _, list := range [][]string{p.index.Imports(path), p.index.Importers(path)} {
				for _, n := range list[:min(len(list), mostFan)] {
					if _, seen := out[n]; !seen {
						out[n] = d
						next = append(next, n)
					}
				}
			}
		}
		slices.Sort(next)
		level = next[:min(len(next), mostHops)]
	}
	return out
}

// The bounds of a walk over imports.
const (
	mostFan  = 50
	mostHops = 200
)
