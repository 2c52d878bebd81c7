package decode

import (
	"reflect"
	"slices"
	"testing"
)

// TestWithout reads a diff with one form after another left out.
func TestWithout(t *testing.T) {
	c := offer(python("a = 1\nb = 2\nc = 3\n"), 1, 3)
	const answer = "Here:\n\n*** Begin Patch\n@@\n a = 1\n-b = 2\n+b = 4\n c = 3\n*** End Patch\n"
	s, r := Answer(answer, c)
	needs := []Form{"apply_patch", "prose"}
	if r != nil || !slices.Equal(FormsOf(s), needs) {
		t.Fatalf("read by %v, %v", FormsOf(s), r)
	}
	for _, form := range Forms() {
		got, _ := AnswerWith(answer, c, Options{Without: form})
		if same := reflect.DeepEqual(got.Ops, s.Ops); same == slices.Contains(needs, form) {
			t.Errorf("without %s: the same script %v, by %v", form, same, FormsOf(got))
		}
	}
}
