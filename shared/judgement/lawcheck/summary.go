package lawcheck

import (
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Complete adds a proof for each class that has none: not listed, or unknown where our tables lack the list or
// the process decides.
func Complete(set *regulation.Set, proofs []verdict.Proof, day string) []verdict.Proof {
	there, c := verdict.ByClass(proofs), With(set)
	all := set.Classes()
	for i := range all {
		k := &all[i]
		if _, ok := there[k.Key()]; ok {
			continue
		}
		category := set.Category(k.Law, k.Category)
		p := verdict.Proof{Law: k.Law, Category: k.Category, Class: k.Code, Verdict: verdict.NotListed, Article: category.Article}
		takeVersion(&p, category, day)
		because := notListed
		switch {
		case category.Basis == regulation.ByProcess:
			p.Verdict, because = verdict.RequiresContext, process
		case !category.Loaded:
			p.Verdict, because = verdict.Unknown, notLoaded
		case category.Partial:
			p.Verdict, because = verdict.Unknown, partial
		}
		p.Reason, p.Missing = verdict.Reason{Code: string(codes[because])}, missing[because]
		if category.Loaded {
			c.classes[i].remark(&p, day)
		}
		proofs = append(proofs, p)
	}
	return proofs
}
