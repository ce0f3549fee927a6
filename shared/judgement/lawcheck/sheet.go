package lawcheck

import (
	"cmp"
	"strings"

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
	out := make([]verdict.Proof, 0, len(w.found)+byProperty)
	for i := range w.found {
		out = append(out, w.proof(&w.found[i]))
	}
	out = c.properties(s, day, out)
	out = c.unknown(s, day, out)
	for i := range out {
		remark(&out[i], c.classes[c.byClass[out[i].Key()]].category, day)
	}
	return out
}

// byProperty is as many proofs as properties give at most, nearly.
const byProperty = 48

// remark adds to the reason what the duties depend on beside the substance, and that the
// list is past its revision rhythm.
func remark(p *verdict.Proof, category *regulation.Category, day string) {
	if category.ActivityJa != "" && p.Verdict.Strength() >= verdict.Scheduled.Strength() {
		p.Reason.Set(verdict.Activity+"_ja", category.ActivityJa)
		p.Reason.Set(verdict.Activity+"_en", category.ActivityEn)
	}
	if category.Overdue(day) && category.Basis == regulation.ByComposition {
		p.Reason.Set(verdict.CompleteTo, category.CompleteTo)
	}
}

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

// proof makes the proof of a finding, with its reason.
func (w *work) proof(f *finding) verdict.Proof {
	k := &w.c.classes[f.class]
	p := verdict.Proof{
		Law: k.Law, Category: k.category.Code, Class: k.Code, Verdict: f.verdict, Article: k.category.Article, From: f.from,
		Missing: missing[f.why],
	}
	takeVersion(&p, k.category, max(w.day, f.from))
	ja, en, threshold := k.Ja, k.En, k.Sum
	if f.entry >= 0 {
		e := w.c.entries[f.entry]
		p.EntryID, p.Entry, p.EntryEn, p.Number, p.Element = e.ID, e.Ja, e.En, e.Number, countedAs(e.Element)
		p.Source, p.AsOf, p.Confidence = cmp.Or(e.Source, p.Source), cmp.Or(e.AsOf, p.AsOf), string(e.Confidence)
		p.Version = cmp.Or(p.Version, p.AsOf)
		ja, en, threshold = e.Ja, e.En, &e.Threshold
		if e.Pure {
			threshold = &regulation.Threshold{Percent: nearlyAll}
		}
	}
	p.Threshold = compared(*threshold)
	if f.share.Known || f.share.Low > 0 {
		p.Share = new(verdict.Content)
		*p.Share = f.share.content()
	}
	for i := range f.hits {
		p.Parts = append(p.Parts, w.part(f, &f.hits[i]))
	}
	p.Reason = w.reason(f, &p, ja, en)
	if f.entry >= 0 {
		e := w.c.entries[f.entry]
		transition(&p, e.Entry, w.day)
		if e.ofGroup {
			sayGroup(&p, e.Entry)
		}
	}
	return p
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

func (w *work) reason(f *finding, p *verdict.Proof, ja, en string) verdict.Reason {
	args := map[string]string{"entry_ja": ja, "entry_en": either(en, ja), "threshold": p.Threshold}
	shown(args, f.share)
	switch f.why {
	case noShare, withheld, noFormula, solubleOnly, valenceOpen, familyOpen, lookAt, oneOfSeveral, ambiguousName:
		args["part"], args["element"] = w.culprit(f, p), w.element(f)
	case context:
		e := w.c.entries[f.entry]
		args["context_ja"], args["context_en"] = e.ContextJa, either(e.ContextEn, e.ContextJa)
	case sumOpen:
		args["part"] = w.unidentified()
	case later:
		args["from"] = f.from
	case excluded, excludedMaybe:
		if g := w.higher(&w.c.classes[f.class], f); g != nil {
			k := &w.c.classes[g.class]
			args["class_ja"], args["class_en"] = k.Ja, either(k.En, k.Ja)
		}
	}
	return verdict.Reason{Code: string(codes[f.why]), Args: args}
}

// unidentified are the names of the ingredients that cannot be identified.
func (w *work) unidentified() string {
	var names []string
	for i := range w.s.Ingredients {
		if is := &w.s.Ingredients[i]; w.c.of(is).anything {
			names = append(names, either(is.Name, strings.Join(is.CAS, ", ")))
		}
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

// shown adds a share to the arguments of a reason.
func shown(args map[string]string, s Share) {
	if text := s.String(); text != "" {
		args["share"] = text
		return
	}
	args["share_ja"], args["share_en"] = "不明", "not stated"
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}
