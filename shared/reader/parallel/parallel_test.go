package parallel_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"anzen/shared/reader/parallel"
)

func TestEachNumberIsCalledOnce(t *testing.T) {
	calls := make([]atomic.Int32, 100)
	parallel.Do(len(calls), func(i int) { calls[i].Add(1) })
	for i := range calls {
		if n := calls[i].Load(); n != 1 {
			t.Errorf("%d was called %d times", i, n)
		}
	}
	parallel.Do(0, func(int) { t.Error("called") })
}

func breaks(i int) {
	if i == 3 {
		panic("no such line")
	}
}

func TestAPanicIsTheCallers(t *testing.T) {
	defer func() {
		p, ok := recover().(*parallel.Panic)
		if !ok || p.Value != "no such line" || !strings.Contains(string(p.Stack), "parallel_test.breaks") {
			t.Errorf("%v", p)
		}
	}()
	parallel.Do(5, breaks)
	t.Error("it returned")
}
