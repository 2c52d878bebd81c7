package decode

import (
	"fmt"

	"github.com/fettle-dev/fettle/edits"
)

func rejectf(code edits.RejectCode, format string, args ...any) *edits.Reject {
	return &edits.Reject{Code: code, Op: -1, Detail: fmt.Sprintf(format, args...)}
}

// opReject returns a reject of one operation.
func opReject(op int, code edits.RejectCode, format string, args ...any) *edits.Reject {
	return &edits.Reject{Code: code, Op: op, Detail: fmt.Sprintf(format, args...)}
}
