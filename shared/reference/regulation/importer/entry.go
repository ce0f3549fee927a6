package main

import (
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation/lists"
)

// entry is a statutory substance of one class, to be merged into a list.
type entry struct {
	class, number, ja, en string
	// threshold is ">=1", ">0.1"; certain is the content from which it holds in any form.
	threshold, certain   string
	pure, gas            bool
	element              string
	contextJa, contextEn string
	from, to             string
	source, asOf         string
	confidence           string
	cas                  []string
	// single entries apply to the listed CAS numbers only: they get no name rule.
	single bool
}

// key identifies an entry.
func (e *entry) key() string { return e.class + "\t" + e.number + "\t" + e.ja + "\t" + e.from }

// join merges rows of one statutory substance with one threshold: the sources have a row
// for each CAS number.
func join(all []*entry) []*entry {
	first := map[string]*entry{}
	all = slices.DeleteFunc(all, func(e *entry) bool {
		k := strings.Join([]string{e.key(), e.en, e.threshold, e.to}, "\t")
		f, found := first[k]
		if !found {
			first[k] = e
			return false
		}
		f.cas = append(f.cas, e.cas...)
		return true
	})
	for _, e := range all {
		slices.SortFunc(e.cas, chem.CompareCAS)
		e.cas = slices.Compact(e.cas)
	}
	return all
}

// line is the entry as a line of a list.
func (e *entry) line() lists.Line {
	l := lists.Line{
		Contents: []lists.Content{{Class: e.class, Threshold: e.threshold}},
		Number:   e.number, Ja: e.ja, En: e.en, Certain: e.certain, Element: e.element, ContextJa: e.contextJa, ContextEn: e.contextEn,
		From: e.from, To: e.to, CAS: e.cas, Origin: lists.Origin{Source: e.source, AsOf: e.asOf, Confidence: e.confidence},
	}
	for _, f := range []struct {
		is   bool
		name string
	}{{e.pure, "pure"}, {e.gas, "gas"}, {e.single, "single"}} {
		if f.is {
			l.Flags = append(l.Flags, f.name)
		}
	}
	return l
}

// casOf returns the CAS numbers in a cell.
func casOf(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return r == ';' || r == ' ' || r == '|' })
}
