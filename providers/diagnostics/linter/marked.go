package linter

import (
	"context"

	"github.com/fettle-dev/fettle/internal/text"
)

// Recheck marks what is linted with the context as candidates for a fix of base,
// for who has no more than the function Lint: [Linter].Recheck and [Runner.Recheck]
// take the base by name.
func Recheck(ctx context.Context, base text.Snapshot) context.Context {
	return context.WithValue(ctx, recheckKey{}, base)
}

type recheckKey struct{}

// marked is the base that a context names, of no document if it names none.
func marked(ctx context.Context) text.Snapshot {
	base, _ := ctx.Value(recheckKey{}).(text.Snapshot)
	return base
}
