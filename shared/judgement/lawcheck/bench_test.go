package lawcheck_test

import (
	"fmt"
	"testing"

	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// products are typical compositions: solvents, fillers, acids and metals in water, some
// with unnamed additives.
func products(n int) []lawcheck.Subject {
	numbers := []string{
		"108-88-3", "1330-20-7", "100-41-4", "67-64-1", "78-93-3", "7732-18-5", "1317-65-3", "13463-67-7", "64-17-5",
		"71-36-3", "7664-93-9", "1314-13-2", "110-54-3", "108-10-1", "1333-86-4", "7440-02-0", "50-00-0", "67-63-0",
	}
	out := make([]lawcheck.Subject, n)
	for i := range out {
		var all []lawcheck.Ingredient
		for k := range 3 + i%5 {
			all = append(all, number(numbers[(i*7+k*5)%len(numbers)], share(float64(k), float64(5+i%30))))
		}
		if i%4 == 0 {
			all = append(all, named(fmt.Sprint("添加剤", i%500), share(0, 3)))
		}
		out[i] = product(all...)
		out[i].State = "liquid"
	}
	return out
}

func BenchmarkCodesOf(b *testing.B) {
	set, all := regulation.Current(), products(1000)
	for i := 0; b.Loop(); i++ {
		lawcheck.CodesOf(set, &all[i%len(all)], today)
	}
}

func BenchmarkSheet(b *testing.B) {
	set, all := regulation.Current(), products(1000)
	for i := 0; b.Loop(); i++ {
		lawcheck.Sheet(set, &all[i%len(all)], today)
	}
}

// What a sheet's verdicts allocate is their proofs: words are made where they are shown.
func TestProofsAllocateLittle(t *testing.T) {
	set, all, i := regulation.Current(), products(100), 0
	judge := func() {
		lawcheck.Sheet(set, &all[i%len(all)], today)
		i++
	}
	for range all {
		judge() // what the tables have on each ingredient is kept
	}
	if n := testing.AllocsPerRun(300, judge); n > 80 {
		t.Errorf("a sheet's verdicts take %.0f allocations", n)
	}
}
