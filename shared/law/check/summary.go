package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

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

// Codes are the strongest verdicts of the classes as lists find them, "JP-PDSCA/DELETERIOUS/DEFAULT:applies", in
// order. Classes that are not listed have none, and neither have those that are unknown since an ingredient can
// be anything: these follow from its share (Unidentified) and the class's smallest threshold (Minimum).
func Codes(proofs []Proof) []string {
	told := make([]Proof, 0, len(proofs))
	for i := range proofs {
		switch code := proofs[i].Reason.Code; {
		case code == string(codes[unidentified]), code == string(codes[noComposition]):
		case proofs[i].Verdict == NotListed:
		default:
			told = append(told, proofs[i])
		}
	}
	var out []string
	for key, v := range ByClass(told) {
		out = append(out, key+":"+string(v))
	}
	slices.Sort(out)
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
		version := category.InForce(day)
		p := Proof{
			Law: k.Law, Category: k.Category, Class: k.Code, Verdict: NotListed, Article: category.Article,
			Version: version.From, Source: version.Source, AsOf: version.AsOf,
		}
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

// Ground is a short hash of what verdicts rest on: the verdicts, the entries, the ingredients with their shares,
// and the thresholds; not the dates of versions, nor the order of the ingredients.
func Ground(proofs []Proof) string {
	lines := make([]string, 0, len(proofs))
	for i := range proofs {
		p := &proofs[i]
		if p.Verdict == NotListed {
			continue
		}
		parts := make([]string, len(p.Parts))
		for j := range p.Parts {
			part := &p.Parts[j]
			parts[j] = fmt.Sprintf("%s %+v %g", cmp.Or(part.CAS, part.Name), part.Has, part.Factor)
		}
		slices.Sort(parts)
		lines = append(lines, fmt.Sprintf("%s %s %s %s %q", p.Key(), p.Verdict, p.Entry, p.Threshold, parts))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(fmt.Sprintf("%q", lines)))
	return hex.EncodeToString(sum[:8])
}
