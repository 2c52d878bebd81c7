package decode

import "github.com/fettle-dev/fettle/edits"

// Form is one thing that the decoder knows of answers: a shape, by its name, or
// a repair.
type Form string

// FormsOf lists the forms that a script was read by.
func FormsOf(s edits.Script) []Form {
	forms := []Form{Form(s.Shape.String())}
	for _, r := range s.Repairs {
		forms = append(forms, Form(r))
	}
	return forms
}

// Forms lists the forms that can give an edit: the shapes, then the repairs.
func Forms() []Form {
	var forms []Form
	for s := edits.ShapeText; s <= edits.ShapeWholeFile; s++ {
		forms = append(forms, Form(s.String()))
	}
	forms = append(forms, Form(edits.ShapePlain.String()))
	for _, r := range edits.DecodeRepairs() {
		forms = append(forms, Form(r))
	}
	return forms
}
