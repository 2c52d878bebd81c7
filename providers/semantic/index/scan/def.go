package scan

// Kind says what a definition is.
type Kind string

// The kinds of definitions, spelled as results show them.
const (
	Function  Kind = "function"
	Method    Kind = "method"
	Class     Kind = "class"
	Struct    Kind = "struct"
	Interface Kind = "interface"
	Trait     Kind = "trait"
	Enum      Kind = "enum"
	Type      Kind = "type"
	Constant  Kind = "constant"
	Variable  Kind = "variable"
	Field     Kind = "field"
	Module    Kind = "module"
	Table     Kind = "table" // of SQL
	Gap       Kind = "chunk" // lines between definitions
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Function, Method, Class, Struct, Interface, Trait, Enum, Type, Constant, Variable, Field, Module, Table,
		Gap}
}

// IsFunction reports whether it is a function or a method.
func (k Kind) IsFunction() bool { return k == Function || k == Method }

// IsType reports whether it is a type.
func (k Kind) IsType() bool { return k == Type || k.HasMembers() }

// HasMembers reports whether definitions of this kind contain others.
func (k Kind) HasMembers() bool {
	return k == Class || k == Struct || k == Interface || k == Trait || k == Enum
}

// Def is one definition. Lines are zero-based; End is exclusive.
type Def struct {
	Name      string
	Kind      Kind
	Container string // the class, type or module around it
	Doc       int    // first line with doc comment and decorators
	Start     int    // line of the name
	Sig       int    // line behind the signature
	End       int
	Bases     []string // superclasses, implemented interfaces and traits
}

// HasBody reports whether the definition can be shown as a signature.
func (d Def) HasBody() bool { return d.End > d.Sig }

// Import is one import of a file.
type Import struct {
	Spec  string   // module, path or package as written
	Names []string // imported names; "*" for all, "default" for the default one of a script
	Line  int
	// As is what the file calls each of the names, or the module where there are none; "" for what has no name in it.
	As    []string
	Inner bool // the statement is indented: it may never run
}
