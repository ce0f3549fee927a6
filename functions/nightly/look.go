package nightly

import (
	"context"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/found"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// listCheck is the evaluation of one checklist.
type listCheck struct {
	list   *checklist.List
	plan   *evaluate.Plan
	before *found.Found // nil: never evaluated
	// known is set where the rows of unchanged sheets are still valid.
	known  bool
	now    *found.Found
	counts checklist.Counts
}

// evaluate evaluates all checklists of a company on the same state of the catalog, and
// returns the number of the company's log that it includes.
func (w *worker) evaluate(ctx context.Context, c sds.CompanyID, looks []listCheck, now *companyNight) (applied int64, err error) {
	set := w.rules.Set()
	sweep := catalog.Sweep{Workers: w.workers}
	for i := range looks {
		l := &looks[i]
		l.plan = evaluate.New(set, l.list, now.Day)
		l.now = &found.Found{Definition: now.Definitions[l.list.ID], Rules: now.Basis, Begun: now.Day}
		if l.before != nil && l.before.Definition == l.now.Definition {
			l.now.Begun, l.known = l.before.Begun, l.before.Rules == now.Basis
		}
		sweep.Find = append(sweep.Find, catalog.Query{Where: l.plan.Conditions(found.Hits...)})
		for _, v := range evaluate.CountedVerdicts {
			sweep.Count = append(sweep.Count, catalog.Query{Where: l.plan.Conditions(v)})
		}
	}
	rows := make([][][]found.Row, w.workers) // by worker and checklist
	for i := range rows {
		rows[i] = make([][]found.Row, len(looks))
	}
	sweep.Each = func(worker int, h *catalog.Hit) error {
		at := sheet{hit: h, set: set, day: now.Day}
		for _, i := range h.By {
			rows[worker][i] = append(rows[worker][i], at.row(&looks[i]))
		}
		return nil
	}
	swept, err := w.catalog.Sweep(ctx, c, sweep)
	if err != nil {
		return 0, err
	}
	for i := range looks {
		l := &looks[i]
		for worker := range rows {
			l.now.Rows = append(l.now.Rows, rows[worker][i]...)
			rows[worker][i] = nil
		}
		l.now.Sort()
		l.counts = checklist.Counts{}
		for j, v := range evaluate.CountedVerdicts {
			l.counts[v] = swept.Counts[i*len(evaluate.CountedVerdicts)+j]
		}
	}
	return swept.Applied, nil
}

// sheet is a sheet that checklists hit; it is checked against the laws once, and only
// where it has changed since the last run.
type sheet struct {
	hit     *catalog.Hit
	set     *regulation.Set
	day     string
	checked bool
	record  sds.Sheet
	subject lawcheck.Subject
	proofs  []verdict.Proof
}

func (s *sheet) row(l *listCheck) found.Row {
	var before *found.Row
	if l.before != nil && l.before.Definition == l.now.Definition {
		before = l.before.Row(s.hit.ID)
	}
	if before != nil && l.known && before.Version == s.hit.Version {
		return *before
	}
	if !s.checked {
		s.record, s.checked = s.hit.Sheet(), true
		s.subject = lawcheck.Of(&s.record)
		s.proofs = slices.Clip(lawcheck.Sheet(s.set, &s.subject, s.day))
	}
	o := l.plan.Pick(&s.record, &s.subject, s.proofs)
	return found.Note(before, s.hit.ID, s.hit.Version, o.Verdict, o.Ground(), s.day)
}
