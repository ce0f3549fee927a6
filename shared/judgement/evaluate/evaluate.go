// Package evaluate evaluates checklists: on one sheet, with its proofs (Judge), and on all
// sheets of a company, as conditions of the catalog (Conditions) that select exactly the
// sheets with the verdict that Judge gives.
//
// A checklist covers what our check finds from ingredients and properties, what section 15
// of the sheet states, or both. A sheet's verdict is the strongest of all watched items:
//
//   - classes, which laws and categories stand for, have the verdicts of the check. A law as
//     a whole leaves out the categories that are only included on request;
//   - an entry of a law is searched in the composition alone, since section 15 names classes;
//   - substances with thresholds of the company's own are searched in the composition,
//     whatever the checklist's targets;
//   - what section 15 states to apply, applies;
//   - where a watched class cannot be decided from any sheet (the process decides, or our
//     tables lack its list), every sheet is at least unknown.
//
// A sheet counts from the end of its analysis until a newer one replaces it.
package evaluate

import (
	"slices"

	"github.com/google/uuid"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Outcome is the result of a checklist for one sheet.
type Outcome struct {
	Verdict verdict.Verdict
	// Proofs of the watched items; classes without a proof are not listed.
	Proofs []verdict.Proof
	// Stated holds the codes of the watched regulations that section 15 states.
	Stated []string
}

// Ground is a short hash of what the verdict rests on.
func (o *Outcome) Ground() string {
	all := make([]uint64, len(o.Proofs))
	for i := range o.Proofs {
		all[i] = lawcheck.GroundOf(&o.Proofs[i])
	}
	return groundOf(all, o.Stated)
}

// Plan is a checklist prepared for a set and a day. Not safe for concurrent use.
type Plan struct {
	set *regulation.Set
	day string
	// composition is set where the check's classes and entries count, undecided where one
	// of them cannot be decided from any sheet.
	composition, undecided bool
	classes                map[string]*regulation.Class // by key
	entries                []watched
	substances             []lawcheck.Wanted
	stated                 []string // codes of section 15
	// seen caches verdicts on entries and substances, and those of other days.
	seen map[seen]verdict.Verdict
}

// watched is an entry with the lowest content that counts.
type watched struct {
	*regulation.Entry
	class *regulation.Class
	least regulation.Threshold
}

// seen is the key of a cached verdict.
type seen struct {
	id      uuid.UUID
	version int64
	whole   bool // on everything, not on the entries and substances alone
}

// New prepares a checklist.
func New(set *regulation.Set, l *checklist.List, day string) *Plan {
	p := &Plan{set: set, day: day, classes: map[string]*regulation.Class{}, seen: map[seen]verdict.Verdict{}}
	section15 := slices.Contains(l.Targets, checklist.Section15)
	p.composition = !section15 || slices.Contains(l.Targets, checklist.Composition)
	for _, id := range slices.Concat(l.LawIDs, l.RegulationIDs) {
		classes, entry := set.Of(id)
		if entry != nil {
			p.watch(entry, classes[0])
			continue
		}
		for _, k := range classes {
			if category := set.Category(k.Law, k.Category); category.Default || !isLaw(set, id) {
				p.classes[k.Key()] = k
				p.undecided = p.undecided || !decidable(category)
				if section15 {
					p.stated = append(p.stated, k.Stated...)
				}
			}
		}
	}
	for _, s := range l.Substances {
		p.substances = append(p.substances, lawcheck.Wanted{
			CAS: s.CAS, Name: s.Name, Threshold: regulation.Threshold{Percent: s.Percent, Above: s.Above},
		})
	}
	if !p.composition {
		p.undecided, p.entries = false, nil
	}
	slices.Sort(p.stated)
	p.stated = slices.Compact(p.stated)
	return p
}

func isLaw(set *regulation.Set, id int) bool {
	return slices.ContainsFunc(set.Laws(), func(l regulation.Law) bool { return l.ID == id })
}

// decidable reports whether a sheet can decide the classes of a category.
func decidable(c *regulation.Category) bool { return c.Basis != regulation.ByProcess && c.Whole() }

func (p *Plan) watch(e *regulation.Entry, k *regulation.Class) {
	least := lawcheck.Smallest(e)
	if k.Sum != nil {
		least = *k.Sum
	}
	p.entries = append(p.entries, watched{e, k, least})
}

// Counted reports whether checklists cover a sheet.
func Counted(record *sds.Sheet) bool {
	return record.DeletedAt == nil && record.Newer == "" && analyzed(record)
}

func analyzed(record *sds.Sheet) bool {
	return record.Status == sds.StatusCompleted || record.Status == sds.StatusReconfirmation
}

// Judge returns what the checklist finds on a sheet.
func (p *Plan) Judge(record *sds.Sheet) Outcome {
	if !Counted(record) {
		return Outcome{Verdict: verdict.NotListed}
	}
	s := lawcheck.Of(record)
	return p.Pick(record, &s, p.proofs(&s))
}

// proofs returns the sheet's, nil where the checklist uses none.
func (p *Plan) proofs(s *lawcheck.Subject) []verdict.Proof {
	if !p.composition || len(p.classes) == 0 && len(p.entries) == 0 {
		return nil
	}
	return lawcheck.Sheet(p.set, s, p.day)
}

// Pick selects what the checklist watches from the proofs of a sheet that counts: it is
// Judge for callers that have the proofs already.
func (p *Plan) Pick(record *sds.Sheet, s *lawcheck.Subject, proofs []verdict.Proof) Outcome {
	o := Outcome{Verdict: verdict.NotListed}
	if p.undecided {
		o.Verdict = verdict.Unknown
	}
	if p.composition {
		for i := range proofs {
			if _, is := p.classes[proofs[i].Key()]; is {
				o.add(proofs[i])
			}
		}
		for i := range p.entries {
			p.ofEntry(&o, &p.entries[i], s, proofs)
		}
	}
	for i := range p.substances {
		w := &p.substances[i]
		proof, found := lawcheck.Substance(s, w)
		if found {
			o.add(proof)
		}
		if !found || proof.Verdict.Strength() < verdict.Unknown.Strength() {
			if open, is := lawcheck.Open(s, w.Threshold); is {
				open.Entry, open.EntryEn, open.Number = named(w), named(w), w.CAS
				o.add(open)
			}
		}
	}
	for _, code := range record.Regulations {
		if slices.Contains(p.stated, code) {
			o.Stated, o.Verdict = append(o.Stated, code), verdict.Applies
		}
	}
	return o
}

func named(w *lawcheck.Wanted) string {
	if w.Name != "" {
		return w.Name
	}
	return w.CAS
}

func (o *Outcome) add(p verdict.Proof) {
	o.Proofs = append(o.Proofs, p)
	if p.Verdict.Strength() > o.Verdict.Strength() {
		o.Verdict = p.Verdict
	}
}

// ofEntry adds the proofs of an entry: its own, or that of the sum in which it counts;
// where none is strong enough, that of an unidentified ingredient that may belong to it.
func (p *Plan) ofEntry(o *Outcome, e *watched, s *lawcheck.Subject, proofs []verdict.Proof) {
	best := verdict.NotListed
	for i := range proofs {
		if e.is(&proofs[i]) {
			if _, whole := p.classes[e.Class]; !whole { // else it was added with its class
				o.add(proofs[i])
			}
			if proofs[i].Verdict.Strength() > best.Strength() {
				best = proofs[i].Verdict
			}
		}
	}
	if best.Strength() >= verdict.Unknown.Strength() || !p.mayBeOpen(e, lawcheck.GasPossible(s)) {
		return
	}
	if open, is := lawcheck.Open(s, e.least); is {
		category := p.set.Category(e.class.Law, e.class.Category)
		open.Law, open.Category, open.Class = e.class.Law, e.class.Category, e.class.Code
		open.EntryID, open.Entry, open.EntryEn, open.Number, open.Article = e.ID, e.Ja, e.En, e.Number, category.Article
		o.add(open)
	}
}

// is reports whether a proof is about the entry.
func (e *watched) is(p *verdict.Proof) bool {
	return p.EntryID == e.ID || p.Key() == e.Class && slices.ContainsFunc(p.Parts, func(part verdict.Part) bool { return part.EntryID == e.ID })
}

// mayBeOpen reports whether an unidentified ingredient may belong to the entry.
func (p *Plan) mayBeOpen(e *watched, gas bool) bool {
	return e.Holds(p.day) && (!e.Gas || gas)
}
