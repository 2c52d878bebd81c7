package rule

// Class says what a rule's result does to the program, before any tool has looked at it.
type Class uint8

// The zero value is the one that is trusted least.
const (
	// Changes does what the finding asks for, which may change behaviour. It is used with --unsafe only.
	Changes Class = iota
	// Restores repairs what did not work: nothing ran there, and the message or the compiler determines
	// the text.
	Restores
	// Preserves does what the code did, for every program.
	Preserves
)

// Sure reports whether the result may be used without a person's choice.
func (c Class) Sure() bool { return c == Restores || c == Preserves }

func (c Class) String() string {
	switch c {
	case Preserves:
		return "preserves"
	case Restores:
		return "restores"
	}
	return "changes"
}
