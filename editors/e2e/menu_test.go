package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// The sample files of a menu: what one tool reports, what two tools report of
// one cause, what follows from another report, and what a server mends itself.
const (
	menuPython = `"""Orders."""

import os
from typing import List


class Order:
    def __init__(self, items: List[str]) -> None:
        self.items = items

    def find(self, name: str) -> str | None:
        return ordr


def load(path, seen=[]):
    Order(path).totl(seen)
    return Order([]).find("x").upper() + textt
`
	menuTypeScript = `import { readFile } from "./nowhere";
type Order = { price: number };
export function total(o: Order): string {
  return o.price * 1.2;
}
export const price = (o: Order) => o.prise;
`
	menuGo = `package main

func main() {
	println(strings.ToUpper("x"))
	println(missing)
}
`
)

func beside(files map[string]string, servers ...string) func(*testing.T, *session) {
	return func(t *testing.T, s *session) {
		path := filepath.Dir(fettle(t))
		for _, server := range append(servers, "ruff") {
			path += ":" + filepath.Dir(testkit.Tool(t, server))
		}
		s.env = append(s.env, "PATH="+path+":"+os.Getenv("PATH"))
		for name, text := range files {
			write(t, s.file(name), text)
		}
	}
}

// TestNeovimMenu opens the menu at every report of a file, beside the servers that
// reported: no two entries do the same, whichever servers they are of, and what one
// of them mends asks no model.
func TestNeovimMenu(t *testing.T) {
	strict := "[project]\nname = \"shop\"\nversion = \"1\"\nrequires-python = \">=3.10\"\n" +
		"[tool.ruff.lint]\nselect = [\"F\", \"I\", \"UP\", \"B\", \"ANN201\"]\n"
	runNeovim(t, "menu.lua", []neovimCase{
		{name: "menu: no two entries do the same, beside ruff and pyright", model: scripted(0),
			prepare: beside(map[string]string{"orders.py": menuPython, "pyproject.toml": strict}, "pyright-langserver")},
		{name: "menu: no two entries do the same, beside the TypeScript server", model: scripted(0),
			prepare: beside(map[string]string{"shop.ts": menuTypeScript, "tsconfig.json": `{"compilerOptions":{"strict":true,"noUnusedLocals":true,"noEmit":true,"types":[]}}`},
				"typescript-language-server")},
		{name: "gopls: no two entries do the same, no name that a rule imports asks a model", model: scripted(0),
			prepare: func(t *testing.T, s *session) {
				goModule(t, s)
				write(t, s.file("shop.go"), menuGo)
				_ = os.Remove(s.file("main.go"))
			}},
	})
}
