package lawcheck

import "anzen/shared/domain/verdict"

import (
	"slices"

	"anzen/shared/reference/regulation"
)

// Code is a verdict of a class as lists find it: "JP-PDSCA/DELETERIOUS/DEFAULT:applies".
func Code(class string, v verdict.Verdict) string { return class + ":" + string(v) }

// Codes are the strongest verdicts of the classes as lists find them, in order. Classes that are not listed have
// none, and neither have those that are unknown since an ingredient can be anything: these follow from its share
// (Unidentified) and the class's smallest threshold (Minimum).
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

// decidesByCode tells whether a proof counts in Codes.
func decidesByCode(p *verdict.Proof) bool {
	return p.Verdict != verdict.NotListed && p.Reason.Code != string(codes[unidentified]) && p.Reason.Code != string(codes[noComposition])
}

// CodesOf is Codes(Sheet(set, s, day)) with nothing put into words.
func CodesOf(set *regulation.Set, s *Subject, day string) []string {
	c := With(set)
	w := c.judge(s, day)
	defer w.done()
	told := make([]outcome, 0, 32)
	for i := 0; i < len(w.found); {
		class, best := w.found[i].class, 0
		for ; i < len(w.found) && w.found[i].class == class; i++ {
			best = max(best, w.found[i].verdict.Strength())
		}
		if best > 0 {
			told = append(told, outcome{int(class), best})
		}
	}
	told = c.byProperties(s, day, told)
	out := make([]string, len(told))
	for i, of := range told {
		out[i] = c.classes[of.class].code[of.strength]
	}
	slices.Sort(out)
	return out
}
