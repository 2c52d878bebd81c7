package edits

import "fmt"

func rejectf(code RejectCode, format string, args ...any) *Reject {
	return &Reject{Code: code, Op: -1, Detail: fmt.Sprintf(format, args...)}
}

// opReject is a reject of one operation.
func opReject(op int, code RejectCode, format string, args ...any) *Reject {
	return &Reject{Code: code, Op: op, Detail: fmt.Sprintf(format, args...)}
}
