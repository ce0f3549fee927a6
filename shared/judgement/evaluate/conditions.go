package evaluate

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Conditions select the sheets of a company with one of the verdicts, from a catalog that
// is evaluated by Rules of the set. day is today.
func Conditions(set *regulation.Set, l *checklist.List, verdicts []verdict.Verdict, day string) []catalog.Condition {
	return New(set, l, day).Conditions(verdicts...)
}

// CountedVerdicts are the verdicts whose numbers of sheets a checklist shows.
var CountedVerdicts = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled, verdict.Unknown, verdict.BelowThreshold}

// Counts returns the number of sheets for each of CountedVerdicts.
func (p *Plan) Counts(ctx context.Context, c *catalog.Catalog, company sds.CompanyID) (checklist.Counts, error) {
	queries := make([]catalog.Query, len(CountedVerdicts))
	for i, v := range CountedVerdicts {
		queries[i].Where = p.Conditions(v)
	}
	found, err := c.Counts(ctx, company, queries)
	if err != nil {
		return nil, err
	}
	counts := checklist.Counts{}
	for i, v := range CountedVerdicts {
		counts[v] = found[i]
	}
	return counts, nil
}

// counted is Counted as conditions of the catalog.
func counted() []catalog.Condition {
	return []catalog.Condition{
		catalog.Any(catalog.FacetStatus, strconv.Itoa(int(sds.StatusCompleted)), strconv.Itoa(int(sds.StatusReconfirmation))),
		catalog.Not(catalog.Any(catalog.FacetFlag, catalog.FlagReplaced)),
	}
}

// Conditions select the sheets with one of the verdicts. The catalog must be evaluated for
// the epoch of the plan's day.
func (p *Plan) Conditions(verdicts ...verdict.Verdict) []catalog.Condition {
	return append(counted(), p.having(verdicts))
}

// having selects the sheets whose strongest verdict is one of the verdicts: some watched
// item has it, and none has a stronger one outside of them.
func (p *Plan) having(verdicts []verdict.Verdict) catalog.Condition {
	var either, stronger []catalog.Condition
	all := verdict.All
	for i := len(all) - 1; i >= 0; i-- {
		something := p.something(all[i])
		if !slices.Contains(verdicts, all[i]) {
			stronger = append(stronger, something)
			continue
		}
		if len(stronger) > 0 {
			something = catalog.Both(something, catalog.Not(catalog.Either(stronger...)))
		}
		either = append(either, something)
	}
	return catalog.Either(either...)
}

// something selects the sheets in which a watched item has the verdict, whatever the others
// have.
func (p *Plan) something(v verdict.Verdict) catalog.Condition {
	if v == verdict.NotListed || v == verdict.Unknown && p.undecided {
		return catalog.Both() // every sheet
	}
	var either []catalog.Condition
	if p.composition && len(p.classes) > 0 {
		either = append(either, p.coded(v))
	}
	if len(p.entries) > 0 || len(p.substances) > 0 {
		either = append(either, catalog.Both(p.candidates(), p.whereVerdict(false, p.single, v)))
	}
	if v == verdict.Unknown {
		gases, others := p.smallest()
		either = append(either, catalog.Matching(catalog.FacetUnidentified, func(value string) bool { return reaches(value, gases, others) }))
	}
	if v == verdict.Applies && len(p.stated) > 0 {
		either = append(either, catalog.Any(catalog.FacetRegulation, p.stated...))
	}
	return catalog.Either(either...)
}

// coded selects the sheets in which a watched class has one of the verdicts.
func (p *Plan) coded(verdicts ...verdict.Verdict) catalog.Condition {
	var codes []string
	for _, key := range slices.Sorted(maps.Keys(p.classes)) {
		for _, v := range verdicts {
			codes = append(codes, lawcheck.Code(key, v))
		}
	}
	return catalog.Any(catalog.FacetCheckedLaw, codes...)
}

// candidates selects the sheets that may contain one of the watched entries or substances.
func (p *Plan) candidates() catalog.Condition {
	var codes []string
	for i := range p.entries {
		for _, v := range verdict.All {
			codes = append(codes, lawcheck.Code(p.entries[i].Class, v))
		}
	}
	either := []catalog.Condition{catalog.Any(catalog.FacetCheckedLaw, codes...)}
	if len(p.substances) > 0 {
		var cas []string
		for i := range p.substances {
			cas = append(cas, p.substances[i].CAS)
		}
		either = append(either, containing(cas))
	}
	return catalog.Either(either...)
}

// containing selects the sheets with an ingredient that has one of the CAS numbers, or a
// name that stands for one.
func containing(cas []string) catalog.Condition {
	return catalog.Either(
		catalog.Any(catalog.FacetCAS, cas...),
		catalog.Matching(catalog.FacetSubstance, func(name string) bool {
			return slices.ContainsFunc(lawcheck.NumbersOf(name), func(n string) bool { return slices.Contains(cas, n) })
		}))
}

// whereVerdict selects the sheets to which judge gives one of the verdicts; each sheet is
// judged once.
func (p *Plan) whereVerdict(whole bool, judge func(*sds.Sheet) verdict.Verdict, verdicts ...verdict.Verdict) catalog.Condition {
	return catalog.Remembered(func(id uuid.UUID, version int64) (yes, ok bool) {
		v, ok := p.seen[seen{id, version, whole}]
		return slices.Contains(verdicts, v), ok
	}, func(s *sds.Sheet) bool {
		v := judge(s)
		if id, err := uuid.Parse(string(s.ID)); err == nil {
			p.seen[seen{id, s.Version, whole}] = v
		}
		return slices.Contains(verdicts, v)
	})
}

// single is the strongest verdict of the watched entries and substances, unidentified
// ingredients apart.
func (p *Plan) single(record *sds.Sheet) verdict.Verdict {
	s, best := lawcheck.Of(record), verdict.NotListed
	take := func(v verdict.Verdict) {
		if v.Strength() > best.Strength() {
			best = v
		}
	}
	if len(p.entries) > 0 {
		for _, proof := range lawcheck.Sheet(p.set, &s, p.day) {
			if slices.ContainsFunc(p.entries, func(e watched) bool { return e.is(&proof) }) {
				take(proof.Verdict)
			}
		}
	}
	for i := range p.substances {
		if proof, ok := lawcheck.Substance(&s, &p.substances[i]); ok {
			take(proof.Verdict)
		}
	}
	return best
}

// smallest returns the lowest contents from which an unidentified ingredient may be
// something watched, in gases and in other products; nil where no content is.
func (p *Plan) smallest() (gases, others *regulation.Threshold) {
	take := func(into **regulation.Threshold, t regulation.Threshold) {
		t.Above = t.Above || t.Percent == 0
		if was := *into; was == nil || t.Percent < was.Percent || t.Percent == was.Percent && !t.Above {
			*into = &t
		}
	}
	if p.composition {
		for key, k := range p.classes {
			category := p.set.Category(k.Law, k.Category)
			if category.Basis != regulation.ByComposition || !category.Loaded {
				continue
			}
			if t, ok := lawcheck.Minimum(p.set, key, p.day, true); ok {
				take(&gases, t)
			}
			if t, ok := lawcheck.Minimum(p.set, key, p.day, false); ok {
				take(&others, t)
			}
		}
	}
	for i := range p.entries {
		e := &p.entries[i]
		if p.mayBeOpen(e, true) {
			take(&gases, e.least)
		}
		if p.mayBeOpen(e, false) {
			take(&others, e.least)
		}
	}
	for i := range p.substances {
		take(&gases, p.substances[i].Threshold)
		take(&others, p.substances[i].Threshold)
	}
	return gases, others
}
