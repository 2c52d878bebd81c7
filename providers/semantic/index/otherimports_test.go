package index

import (
	"slices"
	"testing"
)

// TestOtherImports: imports lead to files in Java, Kotlin, C, C#, and Ruby.
func TestOtherImports(t *testing.T) {
	x := New()
	for path, text := range map[string]string{
		"src/main/java/org/shop/Cart.java":       "package org.shop;\n\nimport org.shop.model.User;\nimport static org.shop.util.Text.trim;\nimport java.util.List;\n// import org.shop.Hidden;\n\nclass Cart {\n}\n",
		"src/main/java/org/shop/Hidden.java":     "package org.shop;\n\nclass Hidden {\n}\n",
		"src/main/java/org/shop/model/User.java": "package org.shop.model;\n\nclass User {\n}\n",
		"src/main/java/org/shop/util/Text.java":  "package org.shop.util;\n\nclass Text {\n}\n",
		"src/main/java/org/shop/All.java":        "package org.shop;\n\nimport org.shop.model.*;\n\nclass All {\n}\n",
		"c/main.c":                               "#include <stdio.h>\n#include \"list.h\"\n#include \"util/text.h\"\n\nint main(void) {\n    return 0;\n}\n",
		"c/list.h":                               "int length(void);\n",
		"include/util/text.h":                    "int trim(void);\n",
		"cs/Program.cs":                          "using System;\nusing Shop.Models;\n\nnamespace Shop\n{\n    class Program\n    {\n    }\n}\n",
		"cs/Models/User.cs":                      "namespace Shop.Models;\n\nclass User\n{\n}\n",
		"ruby/app.rb":                            "require 'json'\nrequire_relative 'lib/cart'\nrequire 'shop/text'\n\ndef run\n  1\nend\n",
		"ruby/lib/cart.rb":                       "class Cart\nend\n",
		"ruby/lib/shop/text.rb":                  "module Text\nend\n",
	} {
		x.Apply([]Change{{Path: path, Text: text}})
	}
	for path, want := range map[string][]string{
		"src/main/java/org/shop/Cart.java": {"src/main/java/org/shop/model/User.java", "src/main/java/org/shop/util/Text.java"},
		"src/main/java/org/shop/All.java":  {"src/main/java/org/shop/model/User.java"},
		"c/main.c":                         {"c/list.h", "include/util/text.h"},
		"cs/Program.cs":                    {"cs/Models/User.cs"},
		"ruby/app.rb":                      {"ruby/lib/cart.rb", "ruby/lib/shop/text.rb"},
	} {
		if got := x.Imports(path); !slices.Equal(got, want) {
			t.Errorf("%s imports %v, want %v", path, got, want)
		}
	}
	if got := x.Importers("ruby/lib/cart.rb"); !slices.Equal(got, []string{"ruby/app.rb"}) {
		t.Errorf("importers %v", got)
	}
}
