package lawcheck

import (
	"slices"
	"sync"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Wanted is a substance with a threshold of the company's own.
type Wanted struct {
	CAS, Name string
	Threshold regulation.Threshold
}

// Substance judges whether a product contains a substance in the threshold's content, like
// an entry of a law: a proof without a law; ok is false where no ingredient is certain to
// contain it. Unidentified ingredients do not count here (see Open).
func Substance(s *Subject, is *Wanted) (verdict.Proof, bool) {
	f := finding{class: -1, entry: -1}
	for i := range s.Ingredients {
		in := &s.Ingredients[i]
		numbers, how, several := in.CAS, byCAS, oneOf
		if len(numbers) == 0 {
			numbers, how, several = NumbersOf(in.Name), byName, ambiguous
		}
		if !slices.Contains(numbers, is.CAS) {
			continue
		}
		h := hit{member: member{how: how, cas: is.CAS, low: 1, high: 1}, row: in.Row, share: s.shareOf(i)}
		if len(numbers) > 1 {
			h.doubt = several
		}
		f.hits = append(f.hits, h)
	}
	if len(f.hits) == 0 {
		return verdict.Proof{}, false
	}
	f.share = total(f.hits)
	f.verdict, f.why = f.compare(is.Threshold)
	name := either(is.Name, is.CAS)
	p := verdict.Proof{Verdict: f.verdict, Entry: name, EntryEn: name, Number: is.CAS, Threshold: compared(is.Threshold), Missing: missing[f.why]}
	if f.share.Known || f.share.Low > 0 {
		p.Share = new(verdict.Content)
		*p.Share = f.share.content()
	}
	w := work{s: s}
	for i := range f.hits {
		h := &f.hits[i]
		part := verdict.Part{Row: h.row, CAS: h.cas, How: h.how, Has: h.share.content(), Factor: 1}
		for j := range s.Ingredients {
			if s.Ingredients[j].Row == h.row {
				part.Name = s.Ingredients[j].Name
			}
		}
		p.Parts = append(p.Parts, part)
	}
	p.Reason = w.reason(&f, &p)
	return p, true
}

// Open judges the unidentified part of a product: unknown where its share may reach a
// threshold.
func Open(s *Subject, threshold regulation.Threshold) (verdict.Proof, bool) {
	threshold.Above = threshold.Above || threshold.Percent == 0
	p := verdict.Proof{Verdict: verdict.Unknown, Threshold: compared(threshold)}
	if len(s.Ingredients) == 0 {
		p.Reason, p.Missing = verdict.Reason{Code: string(codes[noComposition])}, missing[noComposition]
		return p, true
	}
	i := unidentifiedOf(s, anything)
	if i < 0 {
		return verdict.Proof{}, false
	}
	share := s.shareOf(i)
	if !share.maybe(threshold) {
		return verdict.Proof{}, false
	}
	is := &s.Ingredients[i]
	p.Parts = []verdict.Part{{Row: is.Row, Name: is.Name, How: byName, Has: share.content()}}
	p.Reason, p.Missing = openReason(is)
	return p, true
}

// MayReach reports whether some content of the share reaches the threshold. With a
// threshold of 0, any content counts, but 0 does not.
func (s Share) MayReach(t regulation.Threshold) bool {
	t.Above = t.Above || t.Percent == 0
	return s.maybe(t)
}

var numbers struct {
	mu   sync.RWMutex
	seen map[string][]string
}

// NumbersOf returns the CAS numbers that a name stands for: none where it is unknown,
// several where it is ambiguous. The caller must not change them.
func NumbersOf(name string) []string {
	if name == "" {
		return nil
	}
	numbers.mu.RLock()
	found, ok := numbers.seen[name]
	numbers.mu.RUnlock()
	if ok {
		return found
	}
	found, _ = resolve(name)
	numbers.mu.Lock()
	if numbers.seen == nil || len(numbers.seen) >= remembered {
		numbers.seen = map[string][]string{}
	}
	numbers.seen[name] = found
	numbers.mu.Unlock()
	return found
}
