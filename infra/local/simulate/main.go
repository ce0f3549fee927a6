// Command simulate runs the scenarios of package simulation with one seed after the other, and prints the seeds of those
// in which something is lost or doubled:
//
//	simulate [-n 1000] [-seed 1]
//
// It ends with 1 if there are any.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"

	"anzen/infra/local/simulation"
)

func main() {
	log.SetFlags(0)
	n := flag.Uint64("n", 1000, "runs of each scenario")
	seed := flag.Uint64("seed", 1, "the first seed")
	flag.Parse()
	var all tally
	for _, s := range append([]simulation.Scenario{simulation.Hour}, simulation.Campaign...) {
		runs := *n
		if s.Name == simulation.Hour.Name {
			runs = max(1, *n/100) // it has a hundred times as many uploads
		}
		var of tally
		for i := range runs {
			r, err := simulation.Run(s, *seed+i)
			if err != nil {
				log.Fatal(err)
			}
			of.add(s.Name, r)
		}
		all.bad += of.print(s.Name, *seed)
	}
	var each tally
	for i := range max(1, *n/100) { // a run for each of its calls
		results, err := simulation.EachCallOnce(*seed + i)
		if err != nil {
			log.Fatal(err)
		}
		for _, r := range results {
			each.add(simulation.Single.Name, r)
		}
	}
	all.bad += each.print(simulation.Single.Name, *seed)
	bad := all.bad
	if bad > 0 {
		fmt.Printf("%d runs lost or doubled something\n", bad)
		os.Exit(1)
	}
}

// tally sums the runs of a scenario up.
type tally struct {
	runs, ended, lost, doubled, bad int
	slowest                         simulation.Result
}

func (t *tally) add(name string, r simulation.Result) {
	t.runs++
	t.ended, t.lost, t.doubled = t.ended+r.Ended, t.lost+r.Lost, t.doubled+r.Doubled
	if !r.Good() {
		t.bad++
		fmt.Printf("%s, %s\n", name, r)
	}
	if r.Longest > t.slowest.Longest {
		t.slowest = r
	}
}

// print prints the sum, and returns the runs that lost or doubled something.
func (t *tally) print(name string, seed uint64) int {
	fmt.Printf("%s: %d runs from seed %d, %d ended, %d lost, %d doubled; the slowest: %s\n", name, t.runs, seed, t.ended, t.lost, t.doubled, t.slowest)
	return t.bad
}
