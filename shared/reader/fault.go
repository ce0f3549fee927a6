package reader

import (
	"errors"
	"fmt"
	"runtime/debug"

	"anzen/shared/reader/parallel"
)

// Fault is a failure of the reader's own code on one document: a panic of the layout, the
// rules or the recognition. It affects that document only.
type Fault struct {
	Panic any
	Stack []byte
}

var errFault = errors.New("the reader fails on this document")

func (f *Fault) Error() string { return fmt.Sprintf("%s: %v", errFault, f.Panic) }

// Is makes every fault match the others.
func (f *Fault) Is(err error) bool { return err == errFault } //nolint:errorlint // the sentinel itself

// Guard runs f and returns the fault if it panics.
func Guard(f func()) (fault *Fault) {
	defer func() {
		if x := recover(); x != nil {
			fault = &Fault{Panic: x, Stack: debug.Stack()}
			if p, ok := x.(*parallel.Panic); ok {
				fault = &Fault{Panic: p.Value, Stack: p.Stack}
			}
		}
	}()
	f()
	return nil
}
