package gen

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation/lists"
)

// entry is a line of a list for one class.
type entry struct {
	lists.Line
	lists.Content
	// of is the id of the original of a copy; 0 for most.
	of    int
	group string
}

// collect returns the entries of the lists, by class and in the order of its list.
func collect(all []*lists.File) []*entry {
	var entries []*entry
	for _, f := range all {
		from := len(entries)
		for i := range f.Lines {
			l := &f.Lines[i]
			if i > 0 && (l.Number != f.Lines[i-1].Number || l.Ja != f.Lines[i-1].Ja) {
				byClass(entries[from:])
				from = len(entries)
			}
			for _, c := range l.Contents {
				entries = append(entries, &entry{Line: *l, Content: c, group: l.Rule})
			}
		}
		byClass(entries[from:])
	}
	return entries
}

// byClass groups the entries of one substance by class: all its contents on the label come
// first.
func byClass(substance []*entry) {
	slices.SortStableFunc(substance, func(a, b *entry) int { return cmp.Compare(a.Class, b.Class) })
}

var thresholdRE = regexp.MustCompile(`^(>=|>)[0-9]+(\.[0-9]+)?$`)

// complete checks the entries and adds English names: those of the same Japanese name in
// another list, and those of the dictionary of substances.
func complete(all []*entry) error {
	english := map[string]string{}
	for _, e := range all {
		if e.En != "" && english[e.Ja] == "" {
			english[e.Ja] = e.En
		}
	}
	for _, e := range all {
		if err := e.check(); err != nil {
			return fmt.Errorf("%s %s %s: %w", e.Class, e.Number, e.Ja, err)
		}
		e.En = cmp.Or(e.En, english[e.Ja])
		if len(e.CAS) == 1 && e.En == "" && e.group == "" {
			s, _ := chem.ByCAS(chem.CAS(e.CAS[0]))
			e.En = s.En
		}
	}
	return nil
}

func (e *entry) check() error {
	if e.Ja == "" {
		return fmt.Errorf("no name")
	}
	if !thresholdRE.MatchString(e.Threshold) || e.Certain != "" && !thresholdRE.MatchString(e.Certain) {
		return fmt.Errorf("invalid threshold %q, %q", e.Threshold, e.Certain)
	}
	for _, day := range []string{e.From, e.To} {
		if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
			return fmt.Errorf("invalid day %q: write YYYY-MM-DD", day)
		}
	}
	if e.To != "" && e.To <= e.From {
		return fmt.Errorf("the end %s is not after the beginning %s", e.To, e.From)
	}
	for _, f := range e.Flags {
		if !slices.Contains([]string{"pure", "gas", "all", "single"}, f) {
			return fmt.Errorf("unknown flag %q", f)
		}
	}
	if !slices.Contains([]string{"official", "derived", "knowledge"}, e.Origin.Confidence) || e.Origin.Source == "" || e.Origin.AsOf == "" {
		return fmt.Errorf("incomplete source %q", e.Origin)
	}
	for i, c := range e.CAS {
		if !chem.CAS(c).Valid() {
			return fmt.Errorf("invalid CAS number %q", c)
		}
		if i > 0 && chem.CompareCAS(e.CAS[i-1], c) >= 0 {
			return fmt.Errorf("CAS number %s after %s: write them in order, each once", c, e.CAS[i-1])
		}
	}
	return nil
}

// flags are the letters used in the derived table.
func (e *entry) flags() string {
	flags := ""
	for _, f := range []struct{ name, letter string }{{"pure", "p"}, {"gas", "g"}, {"all", "a"}} {
		if slices.Contains(e.Flags, f.name) {
			flags += f.letter
		}
	}
	return flags
}
