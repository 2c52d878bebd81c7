package lsp

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic"
)

// An answer from a part of the index says so, with code and without.
func TestPartialAnswersSaySo(t *testing.T) {
	for _, r := range []semantic.QueryResult{{Context: "### code", Partial: "partial: 3 of 9 files are indexed so far"}, {Hint: "nothing", Partial: "partial: 3 of 9 files are indexed so far"}} {
		if got := string(readable(r)); !strings.HasPrefix(got, "The answer is partial: 3 of 9 files are indexed so far.\n") || !strings.Contains(got, r.Context) {
			t.Errorf("%q", got)
		}
		r.Partial = ""
		if got := string(readable(r)); strings.Contains(got, "partial") {
			t.Errorf("%q", got)
		}
	}
}
