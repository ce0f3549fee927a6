// Package duties derives what has to be done with a product from the verdicts on it.
//
// A duty follows where one of its classes applies, may apply, or will. It holds on the
// condition that the table names: facts of the company, such as amounts or indoor work,
// are never judged. The verdicts below its threshold, unknown and not listed bring none.
package duties

import (
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/duty"
)

// Force is how a duty follows from the verdicts.
type Force string

// The forces, the strongest first.
const (
	Required    Force = "required"    // the law applies, and the duty has no condition
	Conditional Force = "conditional" // the law applies; the duty's condition is to be checked
	Possible    Force = "possible"    // whether the law applies depends on what the sheet does not say
	Scheduled   Force = "scheduled"   // from a later day
)

// Forces are all, the strongest first.
var Forces = []Force{Required, Conditional, Possible, Scheduled}

// Due is a duty with what brings it.
type Due struct {
	*duty.Duty
	Force Force
	// From is the day from which it is due, YYYY-MM-DD: of a Scheduled one; empty otherwise.
	From string
	// Because are the proofs that bring it, those of the strongest verdict.
	Because []*verdict.Proof
}

// Of returns the duties that follow from the proofs of a product on a day, in the order of the table. cas are the
// numbers of all its ingredients.
func Of(t *duty.Table, proofs []verdict.Proof, cas []string, day string) []Due {
	var hits []*verdict.Proof
	for i := range proofs {
		if proofs[i].Verdict.Strength() >= verdict.Scheduled.Strength() {
			hits = append(hits, &proofs[i])
		}
	}
	if len(hits) == 0 {
		return nil
	}
	var all []Due
	list := t.All()
	for i := range list {
		d := &list[i]
		if len(d.CAS) > 0 && !slices.ContainsFunc(cas, func(n string) bool { return slices.Contains(d.CAS, n) }) {
			continue
		}
		due := Due{Duty: d}
		best := 0
		for _, p := range hits {
			if !d.Covers(p.Key()) {
				continue
			}
			switch strength := p.Verdict.Strength(); {
			case strength > best:
				best, due.Because = strength, append(due.Because[:0:0], p)
			case strength == best:
				due.Because = append(due.Because, p)
			}
		}
		if best == 0 {
			continue
		}
		due.Force, due.From = force(d, due.Because, day)
		all = append(all, due)
	}
	return all
}

// force is how proofs of one verdict bring a duty, and from when.
func force(d *duty.Duty, because []*verdict.Proof, day string) (how Force, from string) {
	switch {
	case because[0].Verdict == verdict.Scheduled:
		for _, p := range because {
			if from == "" || p.From != "" && p.From < from {
				from = p.From
			}
		}
		return Scheduled, max(from, d.From)
	case d.From > day:
		return Scheduled, d.From
	case because[0].Verdict == verdict.RequiresContext:
		return Possible, ""
	case d.When.Ja != "":
		return Conditional, ""
	}
	return Required, ""
}

// CAS are the numbers of all ingredients of a sheet record.
func CAS(record *sds.Sheet) []string {
	var all []string
	for i := range record.Ingredients {
		all = append(all, record.Ingredients[i].CAS...)
	}
	return all
}

// Cited is the citation of a duty's articles in a language: 安衛則第577条の2, "Safety and
// Health Ordinance, Art. 577-2".
func Cited(lang string, d *duty.Duty) string {
	if lang == "ja" {
		return d.Cited()
	}
	var articles []string
	for _, a := range strings.Split(d.Article, "、") {
		first, last, isRange := strings.Cut(a, "～")
		cited := proofs.Article(lang, first)
		if isRange {
			cited += "–" + strings.TrimPrefix(proofs.Article(lang, last), "Art. ")
		}
		articles = append(articles, cited)
	}
	return d.Instrument.Title.En + ", " + strings.Join(articles, "; ")
}
