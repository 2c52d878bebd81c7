package decode

import (
	"errors"
	"testing"
)

// TestUnread: what bandit could not read is no clean file where it was asked of
// one, and no matter in a report of many.
func TestUnread(t *testing.T) {
	out := []byte(`{"errors": [{"filename": "a.py", "reason": "syntax error while parsing AST from file"}], "results": []}`)
	var e *Error
	if list, err := Bandit(out); !errors.As(err, &e) || !e.Unread || list != nil {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := banditReport(out); err != nil || list != nil {
		t.Errorf("in a report: %v, %v", list, err)
	}
	if _, err := banditReport([]byte(`{}`)); !errors.As(err, &e) || e.Unread {
		t.Errorf("no report: %v", err)
	}
}
