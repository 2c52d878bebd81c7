package evidence

// Place is where a fix would be used.
type Place uint8

// The places.
const (
	Save  Place = iota // fix all on saving, and what editors apply without a question
	Write              // --write, fix all on request, and what is made before anybody asks
	Menu               // a menu or a preview: somebody looks at this one fix
)

// Policy is what is done with each grade in each place without a question: the worst grade
// that each place accepts. What is refused is accepted in no place.
//
//	                    proved  checked  unsure  unchecked
//	save                yes     –        –       –
//	--write, fix all    yes     yes      –       –
//	… with --unchecked  yes     yes      yes     yes
//	menu, preview       yes     yes      yes     yes
//
// The setting fix.grade raises or lowers the second line; see [By].
type Policy [Menu + 1]Grade

// Usual returns the table above.
func Usual() Policy { return Policy{Save: Proved, Write: Checked, Menu: Unchecked} }

// By returns the policy of a user who has set the worst grade that is written unasked; a name that
// is none changes nothing.
func By(worst string) Policy {
	g := Named(worst)
	if g == Refused {
		return Usual()
	}
	return Usual().With(Write, g)
}

// With returns the policy with another worst grade for one place.
func (p Policy) With(at Place, worst Grade) Policy {
	p[at] = min(worst, Unchecked)
	return p
}

// Takes reports whether a fix of a grade is used at a place.
func (p Policy) Takes(at Place, g Grade) bool { return g <= p[at] }
