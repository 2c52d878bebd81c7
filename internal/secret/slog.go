package secret

import (
	"context"
	"fmt"
	"log/slog"
)

// Handler wraps h so that no live secret reaches it: message, keys, values,
// groups, and whatever an any-value prints as.
func (s *Scrubber) Handler(h slog.Handler) slog.Handler { return handler{s, h} }

type handler struct {
	scrub *Scrubber
	next  slog.Handler
}

func (h handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.scrub.Scrub(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a)
	}
	return handler{h.scrub, h.next.WithAttrs(clean)}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.scrub, h.next.WithGroup(h.scrub.Scrub(name))}
}

func (h handler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	key := h.scrub.Scrub(a.Key)
	switch v.Kind() {
	case slog.KindString:
		return slog.String(key, h.scrub.Scrub(v.String()))
	case slog.KindGroup:
		members := v.Group()
		clean := make([]slog.Attr, len(members))
		for i, m := range members {
			clean[i] = h.attr(m)
		}
		return slog.Attr{Key: key, Value: slog.GroupValue(clean...)}
	case slog.KindAny:
		// A structure could be printed by the next handler in a way that cannot
		// be seen from here, so it is printed now.
		return slog.String(key, h.scrub.Scrub(fmt.Sprintf("%+v", v.Any())))
	default:
		return slog.Attr{Key: key, Value: v}
	}
}
