package changeset

import (
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
)

// fault is why a member was taken out of its set.
type fault struct {
	reason string
	code   verify.Gate
	// unknown says that no tool spoke against it: it could not be checked.
	unknown bool
}

// decline returns what is said of a finding whose fixes were taken out.
func (f fault) decline() *fixer.Decline {
	if f.unknown {
		return &fixer.Decline{Code: fixer.DeclineRejected, Reason: fixer.Untaken(evidence.Unchecked),
			Step:  fixer.StepAllowUnchecked,
			Gates: []verify.Result{{Gate: f.code, State: verify.Unknown, Detail: f.reason}}}
	}
	return &fixer.Decline{Code: fixer.DeclineRejected, Reason: f.reason,
		Gates: []verify.Result{{Gate: f.code, State: verify.Fail, Detail: f.reason}}}
}

// checkable removes from a set the members that a tool could not check.
func (r *run) checkable(c *checked) []member {
	var rest []member
	for i, m := range c.members {
		if err := c.doubted[i]; err != nil {
			r.refuse(m, uncheckable(err))
		} else {
			rest = append(rest, m)
		}
	}
	return rest
}

func uncheckable(err error) fault {
	return fault{err.Error(), verify.TargetGone, true}
}
