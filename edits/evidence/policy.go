package evidence

// Place is where a fix would be used.
type Place uint8

// The places.
const (
	Save  Place = iota // fix all on saving, and what is made before anybody asks
	Write              // --write, and fix all on request
	All                // the same with --unchecked
	Menu               // a menu or a preview: somebody looks at this one fix
)

// Policy is what is done with each grade in each place without a question: the worst grade
// that each place takes. Settings raise or lower one; what is refused is taken nowhere.
//
//	                    proved  checked  unsure  unchecked
//	save, made ahead    yes     –        –       –
//	--write, fix all    yes     yes      –       –
//	with --unchecked    yes     yes      yes     yes
//	menu, preview       yes     yes      yes     yes
type Policy [Menu + 1]Grade

// Usual is the table above.
func Usual() Policy { return Policy{Save: Proved, Write: Checked, All: Unchecked, Menu: Unchecked} }

// With is the policy with another worst grade for one place.
func (p Policy) With(at Place, worst Grade) Policy {
	p[at] = min(worst, Unchecked)
	return p
}

// Takes reports whether a fix of a grade is used at a place.
func (p Policy) Takes(at Place, g Grade) bool { return g <= p[at] }
