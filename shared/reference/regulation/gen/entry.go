package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
)

// entry is a statutory substance on its way into the table.
type entry struct {
	class, number, ja, en string
	// threshold is ">=1", ">0.1"; certain is the content from which it holds in every form.
	threshold, certain   string
	pure, gas, all       bool
	element              string
	contextJa, contextEn string
	group                string
	from, to             string
	source, asOf         string
	confidence           string
	cas                  []string
	// single entries are of the listed numbers alone, whatever the name says: no rule of names is looked for.
	single bool
}

// key is by what an entry is known again.
func (e *entry) key() string { return e.class + "\t" + e.number + "\t" + e.ja + "\t" + e.from }

var thresholdRE = regexp.MustCompile(`^(>=|>)[0-9]+(\.[0-9]+)?$`)

// merge brings rows of one statutory substance with one threshold together: the sources have a row for each CAS number.
func merge(all []*entry) []*entry {
	first := map[string]*entry{}
	return slices.DeleteFunc(all, func(e *entry) bool {
		k := strings.Join([]string{e.key(), e.en, e.threshold, e.to}, "\t")
		f, found := first[k]
		if !found {
			first[k] = e
			return false
		}
		f.cas = append(f.cas, e.cas...)
		return true
	})
}

// complete checks the entries and adds English names: those that another list has for the same words, and those that
// the dictionary of substances has.
func complete(all []*entry) error {
	english := map[string]string{}
	for _, e := range all {
		if e.en != "" && english[e.ja] == "" {
			english[e.ja] = e.en
		}
	}
	for _, e := range all {
		e.en = cmp.Or(e.en, english[e.ja])
		if e.class == "" || e.ja == "" || e.source == "" || e.asOf == "" {
			return fmt.Errorf("an entry lacks its class, name or source: %+v", *e)
		}
		if !thresholdRE.MatchString(e.threshold) || e.certain != "" && !thresholdRE.MatchString(e.certain) {
			return fmt.Errorf("%s %s: the threshold %q, %q is none", e.class, e.ja, e.threshold, e.certain)
		}
		if !slices.Contains([]string{"official", "derived", "knowledge"}, e.confidence) {
			return fmt.Errorf("%s %s: the confidence %q is none", e.class, e.ja, e.confidence)
		}
		slices.SortFunc(e.cas, byCAS)
		e.cas = slices.Compact(e.cas)
		for _, c := range e.cas {
			if !chem.CAS(c).Valid() {
				return fmt.Errorf("%s %s: %q is no CAS number", e.class, e.ja, c)
			}
		}
		if len(e.cas) == 1 && e.en == "" && e.group == "" {
			s, _ := chem.ByCAS(chem.CAS(e.cas[0]))
			e.en = s.En
		}
		if strings.ContainsAny(e.ja+e.en+e.number+e.group+e.contextJa+e.contextEn, "\t\n") {
			return fmt.Errorf("%s %s: a cell holds a tab or a line end", e.class, e.ja)
		}
	}
	return nil
}

// byCAS orders CAS numbers as numbers.
func byCAS(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// casOf are the CAS numbers in a cell.
func casOf(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return r == ';' || r == ' ' || r == '|' })
}
