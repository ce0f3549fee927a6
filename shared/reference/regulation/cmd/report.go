package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/gazette"
	"anzen/shared/reference/regulation"
	"anzen/shared/reference/regulation/loading"
)

// tally counts the entries of a law by how an ingredient can belong to them.
type tally struct{ entries, numbers, rules, looks, dead int }

// report prints the state of the lists on a day.
func report(set *regulation.Set, day string, out io.Writer) error {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	laws, numbers := counted(set)
	_, _ = fmt.Fprintln(w, "law\tentries\tby CAS number\tby rule\tfor a human look\tdead")
	var all tally
	for _, l := range set.Laws() {
		t, ok := laws[l.Code]
		if !ok {
			continue
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\n", l.Code, t.entries, t.numbers, t.rules, t.looks, t.dead)
		all.entries, all.numbers, all.rules, all.looks, all.dead = all.entries+t.entries, all.numbers+t.numbers, all.rules+t.rules, all.looks+t.looks, all.dead+t.dead
	}
	_, _ = fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t%d\n\n", all.entries, all.numbers, all.rules, all.looks, all.dead)
	unknown, formulas := 0, 0
	for _, cas := range numbers {
		if _, ok := chem.ByCAS(chem.CAS(cas)); !ok {
			unknown++
		}
		if !chem.HasFormula(chem.CAS(cas)) {
			formulas++
		}
	}
	_, _ = fmt.Fprintf(w, "CAS numbers in the lists\t%d\n", len(numbers))
	_, _ = fmt.Fprintf(w, "unknown to the dictionary\t%d\n", unknown)
	_, _ = fmt.Fprintf(w, "without a formula\t%d\n", formulas)
	substances, without := chem.All(), 0
	for i := range substances {
		if !chem.HasFormula(substances[i].CAS) {
			without++
		}
	}
	_, _ = fmt.Fprintf(w, "substances of the dictionary\t%d\nwithout a formula\t%d\n\n", len(substances), without)
	_, _ = fmt.Fprintln(w, "content counted as\tentries\tCAS numbers\twithout a factor")
	for _, c := range countedAs(set) {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", c.element, c.entries, c.numbers, c.open)
	}
	_, _ = fmt.Fprintln(w)
	_, _ = fmt.Fprintln(w, "list\tcomplete to\tmonths\tstate")
	reportNumbers(w)
	for _, c := range byAge(set) {
		state := "current"
		switch {
		case !c.Loaded:
			state = "not loaded"
		case c.Overdue(day):
			state = "past its revision rhythm since " + c.OverdueFrom
		}
		_, _ = fmt.Fprintf(w, "%s/%s\t%s\t%d\t%s\n", c.Law, c.Code, c.CompleteTo, c.Rhythm, state)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := out.Write(text.Bytes())
	return err
}

// reportNumbers prints the state of the tables of numbers.
func reportNumbers(out io.Writer) {
	all := gazette.Current()
	for _, n := range []struct {
		name  string
		table *gazette.Table
	}{{loading.ControlNumbers, all.PRTR}, {loading.GazetteCSCL, all.CSCL}, {loading.GazetteISHA, all.ISHA}} {
		state := "not loaded"
		switch {
		case n.table.Complete:
			state = "current"
		case n.table.Loaded():
			state = "in part"
		}
		_, _ = fmt.Fprintf(out, "%s\t%s\t\t%s\n", n.name, n.table.AsOf, state)
	}
}

// counted counts the entries by law, and returns the CAS numbers of the lists.
func counted(set *regulation.Set) (laws map[string]tally, numbers []string) {
	laws, seen := map[string]tally{}, map[string]bool{}
	classes := set.Classes()
	for i := range classes {
		for _, e := range set.Entries(classes[i].Key()) {
			t := laws[classes[i].Law]
			t.entries++
			cas := set.CAS(e.ID)
			for _, c := range cas {
				seen[c] = true
			}
			switch {
			case len(cas) > 0:
				t.numbers++
			case e.Group == nil:
				t.dead++
			case e.Group.Look:
				t.looks++
			default:
				t.rules++
			}
			laws[classes[i].Law] = t
		}
	}
	return laws, slices.Sorted(maps.Keys(seen))
}

// conversion counts the entries whose content is counted as another substance (〜として, 換算).
type conversion struct {
	element                string
	entries, numbers, open int // open: numbers without a formula, whose verdict asks for it
}

// countedAs returns the conversions of the entries, by element.
func countedAs(set *regulation.Set) []conversion {
	all := map[string]*conversion{}
	for _, class := range set.Classes() {
		for _, e := range set.Entries(class.Key()) {
			if e.Element == "" {
				continue
			}
			c := all[e.Element]
			if c == nil {
				c = &conversion{element: e.Element}
				all[e.Element] = c
			}
			c.entries++
			for _, cas := range set.CAS(e.ID) {
				c.numbers++
				atoms, _ := chem.Atoms(chem.Formula(chem.CAS(cas)))
				if share, ok := chem.PartAs(atoms, e.Element); !ok || share == 0 {
					c.open++
				}
			}
		}
	}
	var out []conversion
	for _, element := range slices.Sorted(maps.Keys(all)) {
		out = append(out, *all[element])
	}
	return out
}

// byAge returns the categories that need a list, the ones longest past their rhythm first.
func byAge(set *regulation.Set) []regulation.Category {
	var all []regulation.Category
	for _, c := range set.Categories() {
		if c.Basis == regulation.ByComposition {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b regulation.Category) int {
		return slices.Compare([]string{a.OverdueFrom}, []string{b.OverdueFrom})
	})
	return all
}
