package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestReadAtRunTime(t *testing.T) {
	const useList, useUnion = "Use `list` instead of `typing.List` for type annotation", "Use `X | None` for type annotations"
	for _, c := range []struct{ name, src, message, want string }{
		{"a type that is compared", "x: «typing.List»[int]\nassert typing.List[int] is kind(x)\n", useList, "compares typing.List"},
		{"a part of what is compared", "x: «typing.Optional[str]»\nassert kind(x) == typing.Optional[str]\n", useUnion, "compares typing.Optional"},
		{"a type that is not", "x: «typing.List»[int] = []\nassert x == []\n", useList, ""},
		{"a default", "def f(x: «typing.List»[int] = []):\n    return x is None\n", useList, ""},
		{"a type beside a comparison", "x: «typing.List»[int] = a if b is None else c\n", useList, ""},
		{"the text of a type", "x: «typing.List»[int]\nassert \"typing.List[int]\" == kind(x)\n", useList, "compares typing.List"},
		{"another problem", "x: «typing.List»[int]\nassert typing.List[int] is kind(x)\n", "Undefined name `typing`", ""},
	} {
		start, end := strings.Index(c.src, "«"), strings.Index(c.src, "»")
		src := strings.NewReplacer("«", "", "»", "").Replace(c.src)
		got := Change{Snapshot: text.File("/w/a.py", "python", src),
			Finding: signal.Diagnostic{Tool: "ruff", Message: c.message, Span: text.Span{Start: start, End: end - 2}}}.Broken()
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
