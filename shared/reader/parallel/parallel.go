// Package parallel runs parts of reading one document side by side.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Panic is a panic of another goroutine, with its stack.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Do calls f with the numbers below n, on as many goroutines as there are processors, and returns
// when all calls have. A panic in one of them, which would end the process, becomes a Panic of the
// caller's goroutine.
func Do(n int, f func(i int)) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		g.Go(func() (err error) {
			defer func() {
				if x := recover(); x != nil {
					err = &Panic{Value: x, Stack: debug.Stack()}
				}
			}()
			f(i)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		panic(err)
	}
}
