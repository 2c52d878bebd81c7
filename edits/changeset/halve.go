package changeset

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// halve finds the faulty fixes of a set when nothing says which they are.
func (r *run) halve(ctx context.Context, c *checked) (*checked, error) {
	best := &checked{}
	var add func(list []member) error
	add = func(list []member) error {
		if r.isLate() {
			return nil
		}
		next, err := r.check(ctx, append(slices.Clone(best.members), list...))
		switch {
		case err != nil:
			return err
		case next == nil: // the bound, or a tool that fails now
			return nil
		case next.clean():
			best = next
			return nil
		case len(list) == 1:
			r.refuse(list[0], next.why())
			return nil
		}
		half := len(list) / 2
		if err := add(list[:half]); err != nil {
			return err
		}
		return add(list[half:])
	}
	if len(c.members) == 1 {
		r.refuse(c.members[0], c.why())
		return best, nil
	}
	apart, list := c.apart(c.members)
	if len(list) == 0 {
		apart, list = nil, apart
	}
	half := (len(list) + 1) / 2
	for _, part := range [][]member{apart, list[:half], list[half:]} {
		if len(part) == 0 {
			continue
		}
		if err := add(part); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// apart returns those of some members that lie in files of which the set shows nothing
// new, and in which no problem stays: most of what is new comes from its own file, also
// where that is not sure. The rest is behind them.
func (c *checked) apart(set []member) (apart, rest []member) {
	bad := map[*Document]bool{}
	for _, f := range c.fresh {
		bad[f.doc] = true
	}
	for i := range c.still {
		bad[c.members[i].doc] = true
	}
	for _, m := range set {
		if bad[m.doc] {
			rest = append(rest, m)
		} else {
			apart = append(apart, m)
		}
	}
	return apart, rest
}

// bounded returns the decline of a fix that could not be proven within the bound on
// runs.
func (r *run) bounded() *fixer.Decline {
	if r.late {
		return overtime()
	}
	return &fixer.Decline{Code: fixer.DeclineLimits,
		Reason: "too many checks were needed to tell whether its fix is right", Next: "fix fewer files at once"}
}

// overtime returns the decline of a fix that could not be proven in time.
func overtime() *fixer.Decline {
	return &fixer.Decline{Code: fixer.DeclineLimits, Reason: "the time for checks was over before its fix could be proven",
		Next: "run it again, or fix fewer files at once"}
}
