package lawcheck

import (
	"slices"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Code is a verdict of a class as a value of the catalog's facet:
// "JP-PDSCA/DELETERIOUS/DEFAULT:applies".
func Code(class string, v verdict.Verdict) string { return class + ":" + string(v) }

// Codes returns the strongest verdicts of the classes as codes, sorted. Classes that are
// not listed have none, nor do those that are unknown because of an unidentified
// ingredient: these follow from its share (Unidentified) and the class's lowest threshold
// (Minimum).
func Codes(proofs []verdict.Proof) []string {
	best := map[string]verdict.Verdict{}
	for i := range proofs {
		p := &proofs[i]
		if key := p.Key(); decidesByCode(p) && p.Verdict.Strength() > best[key].Strength() {
			best[key] = p.Verdict
		}
	}
	var out []string
	for key, v := range best {
		out = append(out, Code(key, v))
	}
	slices.Sort(out)
	return out
}

// decidesByCode reports whether a proof counts in Codes.
func decidesByCode(p *verdict.Proof) bool {
	switch p.Reason.Code {
	case string(codes[unidentified]), string(codes[checkName]), string(codes[alternative]), string(codes[noComposition]):
		return false
	}
	return p.Verdict != verdict.NotListed
}

// CodesOf returns the same as Codes(Sheet(set, s, day)), without forming reasons.
func CodesOf(set *regulation.Set, s *Subject, day string) []string {
	found, _ := Judged(set, s, day)
	return found
}

// Date is the day on which entries of a class began, or will begin, to apply to a
// product, as a value of the catalog's facet: "JP-ISHA/SDS/DEFAULT@2027-04-01".
func Date(class, day string) string { return class + "@" + day }

// Judged returns the codes of CodesOf, and the days on which the entries that apply, or
// will apply, begin (Date), both sorted. Entries whose first day the law's list does not
// state have none, nor do verdicts by properties.
func Judged(set *regulation.Set, s *Subject, day string) (found, dates []string) {
	c := With(set)
	w := c.judge(s, day)
	defer w.done()
	outcomes := make([]outcome, 0, 32)
	for i := 0; i < len(w.found); {
		class, best := w.found[i].class, 0
		for ; i < len(w.found) && w.found[i].class == class; i++ {
			best = max(best, w.found[i].verdict.Strength())
			if date := w.dateOf(&w.found[i]); date != "" {
				dates = append(dates, date)
			}
		}
		if best > 0 {
			outcomes = append(outcomes, outcome{int(class), best})
		}
	}
	outcomes = c.byProperties(s, day, outcomes)
	found = make([]string, len(outcomes))
	for i, of := range outcomes {
		found[i] = c.classes[of.class].code[of.strength]
	}
	slices.Sort(found)
	slices.Sort(dates)
	return found, slices.Compact(dates)
}

// dateOf is the Date of a finding; empty where it is no hit, or of an unknown day.
func (w *work) dateOf(f *finding) string {
	switch {
	case f.verdict.Strength() < verdict.Scheduled.Strength():
		return ""
	case f.entry >= 0:
		return w.c.entries[f.entry].date
	}
	from := f.from
	if from == "" {
		for i := range f.hits {
			from = max(from, w.c.entries[f.hits[i].entry].From)
		}
	}
	if from == "" {
		return ""
	}
	return Date(w.c.classes[f.class].key, from)
}
