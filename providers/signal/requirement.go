package signal

// Requirement is what one diagnostic needs: which lines may change, which
// context the model must see, which rungs may fix it, and whether it is offered
// at all. [Require] looks it up.
type Requirement struct {
	Signal string // the row that answered: "ruff/F821", "mypy/*", "*"
	Window Window
	Needs  []Need
	Rungs  []Rung // in the order in which they are tried
	Offer  bool
	Why    string // one sentence, shown by fettle explain --rule
	Docs   string // the tool's one-line rationale in our own words
	// Characters marks signals about white space or characters, for which
	// kept lines are not copied back from the document.
	Characters bool
	// Secret marks signals about hard-coded secrets, whose line keeps its id
	// though it is redacted.
	Secret bool
	// Removal marks signals about unused, unreachable or repeated code, for
	// which removing statements is the fix and no trick.
	Removal bool
}

// Shape is the basic form of a window.
type Shape uint8

// The shapes of spec "window language".
const (
	ShapeLines    Shape = iota // the diagnostic's lines ± Margin
	ShapeStmt                  // the simple statement or compound header, Margin lines around
	ShapeCompound              // the whole compound statement that starts there, else the statement
	ShapeFunction              // the enclosing function
	ShapeClass                 // the enclosing class
	ShapeTry                   // the whole try statement the diagnostic is inside
	ShapeImports               // the run of sibling imports round the diagnostic
	ShapeFile                  // the whole file (escalation only)
)

// Window is the parsed form of a window expression such as "lines(3) +I +N".
type Window struct {
	Shape     Shape
	Margin    int
	Signature bool // +S
	Imports   bool // +I
	Names     bool // +N
	Class     bool // +C
	SelfClass bool // +C only if the message mentions self.
	Related   bool // +R
}

// Need is a piece of context a signal asks for.
type Need string

// The needs.
const (
	NeedClass       Need = "class"
	NeedTypes       Need = "types"
	NeedConstants   Need = "constants"
	NeedRelated     Need = "related"
	NeedPrevious    Need = "previous"
	NeedDict        Need = "dict"
	NeedSideEffects Need = "sideeffects"
	NeedParent      Need = "parent"
	NeedFixtures    Need = "fixtures"
	NeedFlow        Need = "flow"
	NeedSchema      Need = "schema"
	NeedDocs        Need = "docs"
	NeedFunction    Need = "function"
	NeedLookup      Need = "lookup" // definitions of an unresolved name, near names
	NeedLate        Need = "late"   // the code above an import that stands below code
)

// Rung is a step of the ladder.
type Rung uint8

// The rungs, cheapest first.
const (
	RungTool  Rung = iota + 1 // the tool's own fix
	RungRule                  // a deterministic rule of ours
	RungModel                 // a language model
)

func (r Rung) String() string {
	switch r {
	case RungTool:
		return "tool"
	case RungRule:
		return "rule"
	case RungModel:
		return "model"
	}
	return "none"
}
