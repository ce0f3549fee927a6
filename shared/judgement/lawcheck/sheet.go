package lawcheck

import (
	"cmp"
	"strings"

	"anzen/shared/domain/message"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Sheet judges a product on a day (YYYY-MM-DD, in Tokyo): a proof for each entry that an
// ingredient belongs to, for each class that a sum or a property decides, and for each
// class that is unknown. Classes without a proof are not listed (see Complete).
func Sheet(set *regulation.Set, s *Subject, day string) []verdict.Proof {
	c := With(set)
	w := c.judge(s, day)
	defer w.done()
	all := newProved(len(w.found) + byProperty + w.undecided())
	w.prove(all)
	c.properties(s, day, all)
	c.unknown(s, day, all)
	for i := range all.proofs {
		c.classes[all.classes[i]].remark(&all.proofs[i], day)
	}
	return all.proofs
}

// undecided is as many proofs as unknown gives, nearly.
func (w *work) undecided() int {
	if len(w.s.Ingredients) > 0 && w.open.High == 0 {
		return 0
	}
	return len(w.c.classes) / 2
}

// byProperty is as many proofs as properties give at most, nearly.
const byProperty = 48

// transition adds what the law leaves alone until the end of a transition.
func transition(p *verdict.Proof, e *regulation.Entry, day string) {
	if e.TransitionTo < day || p.Verdict.Strength() < verdict.Scheduled.Strength() {
		return
	}
	p.Transition = e.TransitionTo
	p.Reason.Set(verdict.TransitionTo, e.TransitionTo)
	p.Reason.Set(verdict.Transition+"_ja", e.TransitionJa)
	p.Reason.Set(verdict.Transition+"_en", e.TransitionEn)
}

// prove adds the proofs of all findings, with their reasons.
func (w *work) prove(all *proved) {
	hits := 0
	for i := range w.found {
		hits += len(w.found[i].hits)
	}
	parts, shares := make([]verdict.Part, 0, hits), make([]verdict.Content, len(w.found))
	for i := range w.found {
		f := &w.found[i]
		first := len(parts)
		for h := range f.hits {
			parts = append(parts, w.part(f, &f.hits[h]))
		}
		p := all.add(f.class)
		p.Parts = parts[first:len(parts):len(parts)]
		if f.share.Known || f.share.Low > 0 {
			shares[i] = f.share.content()
			p.Share = &shares[i]
		}
		w.proof(f, p)
	}
}

// proof fills in the proof of a finding, whose parts and share are set.
func (w *work) proof(f *finding, p *verdict.Proof) {
	k := &w.c.classes[f.class]
	p.Law, p.Category, p.Class, p.Verdict, p.From, p.Missing = k.Law, k.category.Code, k.Code, f.verdict, f.from, missing[f.why]
	takeVersion(p, k.category, max(w.day, f.from))
	if f.entry < 0 {
		p.Article, p.Threshold = k.category.Article, compared(*k.Sum)
		p.Reason = w.reason(f, p)
		p.Reason.Set("entry_ja", k.Ja)
		p.Reason.Set("entry_en", either(k.En, k.Ja))
		return
	}
	e := w.c.entries[f.entry]
	p.EntryID, p.Entry, p.EntryEn, p.Number, p.Element = e.ID, e.Ja, e.En, e.Number, countedAs(e.Element)
	p.Source, p.AsOf, p.Confidence = cmp.Or(e.Source, p.Source), cmp.Or(e.AsOf, p.AsOf), string(e.Confidence)
	p.Version, p.Article, p.Threshold = cmp.Or(p.Version, p.AsOf), k.category.Article, e.threshold
	p.Reason = w.reason(f, p)
	transition(p, e.Entry, w.day)
	if e.ofGroup {
		sayGroup(p, e.Entry)
	}
}

// takeVersion sets the version of a category's list that is in force on a day.
func takeVersion(p *verdict.Proof, c *regulation.Category, day string) {
	v := c.InForce(day)
	p.Version, p.Source, p.AsOf = cmp.Or(v.From, v.AsOf), v.Source, v.AsOf
}

func (w *work) part(f *finding, h *hit) verdict.Part {
	part := verdict.Part{Row: h.row, CAS: h.cas, How: h.how, Has: h.share.content(), Factor: h.high}
	for i := range w.s.Ingredients {
		if w.s.Ingredients[i].Row == h.row {
			part.Name = w.s.Ingredients[i].Name
		}
	}
	if h.low != h.high {
		part.Factor = 0
	}
	if f.entry < 0 {
		part.EntryID = w.c.entries[h.entry].ID
	}
	return part
}

// reason is that of a finding, with the arguments that its proof does not state (see
// verdict.Proof.Explained).
func (w *work) reason(f *finding, p *verdict.Proof) verdict.Reason {
	r := verdict.Reason{Code: string(codes[f.why])}
	switch f.why {
	case noShare, withheld, noFormula, solubleOnly, valenceOpen, familyOpen, lookAt, oneOfSeveral, ambiguousName:
		r.Set("part", w.culprit(f, p))
		r.Set("element", w.element(f))
	case context:
		e := w.c.entries[f.entry]
		r.Set("context_ja", e.ContextJa)
		r.Set("context_en", either(e.ContextEn, e.ContextJa))
	case sumOpen:
		r.Set("part", w.unidentified(f.hits))
	case later:
		r.Set("from", f.from)
	case excluded, excludedMaybe:
		if g := w.higher(&w.c.classes[f.class], f); g != nil {
			k := &w.c.classes[g.class]
			r.Set("class_ja", k.Ja)
			r.Set("class_en", either(k.En, k.Ja))
		}
	}
	// What decides by the volume says so itself.
	if f.share.Converted && f.why != byVolume && message.Uses(codes[f.why], "share") {
		r.Set(verdict.Converted, "volume")
	}
	return r
}

// unidentified are the names of the ingredients beside the hits that cannot be identified.
func (w *work) unidentified(hits []hit) string {
	var names []string
	for _, is := range w.beside(hits) {
		names = append(names, either(is.Name, strings.Join(is.CAS, ", ")))
	}
	return strings.Join(names, ", ")
}

// culprit is the ingredient that makes the verdict uncertain.
func (w *work) culprit(f *finding, p *verdict.Proof) string {
	for i := range f.hits {
		h := &f.hits[i]
		var it bool
		switch f.why {
		case noShare, withheld:
			it = !h.share.Known
		case noFormula:
			it = h.low != h.high
		default:
			it = h.doubt != sure
		}
		if it {
			return either(p.Parts[i].Name, p.Parts[i].CAS)
		}
	}
	return ""
}

func (w *work) element(f *finding) string {
	if f.entry < 0 {
		return ""
	}
	e := w.c.entries[f.entry]
	if e.Element == "" && e.Group != nil {
		return e.Group.Element
	}
	return countedAs(e.Element)
}

// countedAs is the formula as which the share is counted.
func countedAs(element string) string {
	if _, as, ok := strings.Cut(element, ">"); ok {
		return as
	}
	return element
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}
