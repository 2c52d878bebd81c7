package edits

import (
	"reflect"

	"github.com/fettle-dev/fettle/internal/text"
)

// AnchorID names a candidate of one request: "L41:2c", "F40:k7", "BOW:PRIMARY".
type AnchorID string

// OpKind is an operation of a script.
type OpKind uint8

// The operations.
const (
	Replace OpKind = iota + 1
	InsertBefore
	InsertAfter
	Delete
	Rewrite // the whole of one run; From holds the run's name
)

func (k OpKind) String() string {
	switch k {
	case Replace:
		return "replace"
	case InsertBefore:
		return "insert_before"
	case InsertAfter:
		return "insert_after"
	case Delete:
		return "delete"
	case Rewrite:
		return "window"
	}
	return "unknown"
}

// Op is one operation on the frozen snapshot.
type Op struct {
	Kind     OpKind
	From, To AnchorID // To equals From for one line, one node or an insertion
	Lines    []string // without terminators
	Faithful bool     // the first line's indentation can be trusted
	// Place is set by second-class shapes, which find old text instead of
	// naming ids: the lines to replace, empty for an insertion before its
	// Start. From and To are then unused, and the Lines of a
	// diff shape have the document's indentation, not that of the window as shown.
	Place *text.Lines
}

// Meets reports whether two operations do the same to the same lines.
func (o Op) Meets(other Op) bool {
	o.Lines, other.Lines = nil, nil
	return reflect.DeepEqual(o, other)
}

// Status is the answer's own verdict.
type Status uint8

// The statuses.
const (
	StatusFix Status = iota + 1
	StatusNoFix
	StatusNeeds // a wider window is asked for
)

// Shape is the form in which an answer came. The first three are first class.
type Shape uint8

// The shapes of the decode ladder.
const (
	ShapeNone Shape = iota
	ShapeText
	ShapeJSON
	ShapeRewrite
	ShapeAnchored
	ShapeUnifiedDiff
	ShapeSearchReplace
	ShapeFence
	ShapeProse
	ShapePlain // a part of the document in one fence, as it was asked for
)

// FirstClass reports whether the shape is one that fettle asks for.
func (s Shape) FirstClass() bool {
	return s == ShapeText || s == ShapeJSON || s == ShapeRewrite || s == ShapePlain
}

func (s Shape) String() string {
	return [...]string{"none", "text", "json", "rewrite", "anchored", "unified_diff",
		"search_replace", "fence", "prose", "plain"}[s]
}

// Script is a decoded answer: what should change, not yet checked against the
// windows.
type Script struct {
	Status Status
	Reason string
	Needs  [2]int // 1-based first and last line of StatusNeeds
	Ops    []Op
	Shape  Shape
	Spare  bool // what the answer says without its imports: for where none with them passes
}

// RejectCode says why a script or one of its operations cannot be used.
type RejectCode string

// The closed set of reject codes.
const (
	RejectDecodeNone       RejectCode = "decode_none"
	RejectDecodeIncomplete RejectCode = "decode_incomplete"
	RejectDecodeAmbiguous  RejectCode = "decode_ambiguous"
	RejectOpUnknown        RejectCode = "op_unknown"
	RejectIDUnknown        RejectCode = "id_unknown"
	RejectIDCheck          RejectCode = "id_check"
	RejectIDForeign        RejectCode = "id_foreign"
	RejectRange            RejectCode = "range"
	RejectOverlap          RejectCode = "overlap"
	RejectOutside          RejectCode = "outside_window"
	RejectImportRole       RejectCode = "import_role"
	RejectTooLarge         RejectCode = "too_large"
	RejectNoop             RejectCode = "noop"
	RejectParse            RejectCode = "parse"
	RejectTarget           RejectCode = "target_remains"
	RejectNew              RejectCode = "new_diagnostics"
	RejectLazy             RejectCode = "lazy"
	RejectSuppress         RejectCode = "suppress"
	RejectInjection        RejectCode = "injection"
	RejectUnicode          RejectCode = "unicode"
	RejectUndefined        RejectCode = "undefined_name"
	RejectUsed             RejectCode = "used_elsewhere"
	RejectSame             RejectCode = "same_script"
	RejectStale            RejectCode = "stale"
)

// Reject is one reason, with a sentence for the model's retry and the user.
type Reject struct {
	Code   RejectCode
	Op     int // index of the operation, -1 for the whole script
	Detail string
}

func (r Reject) Error() string { return string(r.Code) + ": " + r.Detail }
