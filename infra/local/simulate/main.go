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
	bad := 0
	for _, s := range append([]simulation.Scenario{simulation.Hour}, simulation.Campaign...) {
		runs := *n
		if s.Name == simulation.Hour.Name {
			runs = max(1, *n/100) // it has a hundred times as many uploads
		}
		worst := simulation.Result{}
		for i := range runs {
			r, err := simulation.Run(s, *seed+i)
			if err != nil {
				log.Fatal(err)
			}
			if !r.Good() {
				bad++
				fmt.Printf("%s, %s\n", s.Name, r)
			}
			if r.Longest > worst.Longest {
				worst = r
			}
		}
		fmt.Printf("%s: %d runs from seed %d; the slowest: %s\n", s.Name, runs, *seed, worst)
	}
	if bad > 0 {
		fmt.Printf("%d runs lost or doubled something\n", bad)
		os.Exit(1)
	}
}
