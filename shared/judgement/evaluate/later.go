package evaluate

import (
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// ConditionsFrom selects the sheets with one of the verdicts on the plan's day, from a
// catalog evaluated for another day's epoch: sheets that a change between the two may
// affect are judged one by one.
func (p *Plan) ConditionsFrom(judged string, verdicts ...verdict.Verdict) []catalog.Condition {
	from, to := min(judged, p.day), max(judged, p.day)
	if p.set.Epoch(from) == p.set.Epoch(to) {
		return p.Conditions(verdicts...)
	}
	affected := catalog.Either()
	if cas, groups := p.turning(from, to); groups {
		affected = catalog.Both()
	} else if len(cas) > 0 {
		affected = containing(cas)
	}
	return append(counted(), catalog.Either(
		catalog.Both(catalog.Not(affected), p.having(verdicts)),
		catalog.Both(affected, p.whereVerdict(true, func(s *sds.Sheet) verdict.Verdict { return p.Judge(s).Verdict }, verdicts...)),
	))
}

// turning returns the CAS numbers of the entries that begin or end between two days; groups
// is set where one of these is a group rule, which names decide.
func (p *Plan) turning(from, to string) (cas []string, groups bool) {
	for _, e := range p.set.Turning(from, to) {
		groups = groups || e.Group != nil
		cas = append(cas, p.set.CAS(e.ID)...)
	}
	return cas, groups
}
