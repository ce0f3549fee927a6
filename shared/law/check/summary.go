package check

import (
	"anzen/shared/law/regulation"
)

// Key names the proof's class as regulation.Class.Key does.
func (p *Proof) Key() string { return p.Law + "/" + p.Category + "/" + p.Class }

// ByClass is the strongest verdict of each class, by its key.
func ByClass(proofs []Proof) map[string]Verdict {
	out := make(map[string]Verdict, len(proofs))
	for i := range proofs {
		key := proofs[i].Key()
		if v, ok := out[key]; !ok || strength(proofs[i].Verdict) > strength(v) {
			out[key] = proofs[i].Verdict
		}
	}
	return out
}

// Complete adds a proof for each class that has none: not listed, or unknown where our tables lack the list or
// the process decides.
func Complete(set *regulation.Set, proofs []Proof, day string) []Proof {
	there := ByClass(proofs)
	all := set.Classes()
	for i := range all {
		k := &all[i]
		if _, ok := there[k.Key()]; ok {
			continue
		}
		category := set.Category(k.Law, k.Category)
		p := Proof{Law: k.Law, Category: k.Category, Class: k.Code, Verdict: NotListed, Article: category.Article}
		p.takeVersion(category, day)
		because := notListed
		switch {
		case category.Basis == regulation.ByProcess:
			p.Verdict, because = RequiresContext, process
		case !category.Loaded:
			p.Verdict, because = Unknown, notLoaded
		}
		p.Reason, p.Missing = Reason{Code: string(codes[because])}, missing[because]
		proofs = append(proofs, p)
	}
	return proofs
}
