package evaluate

import (
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// ConditionsFrom find the sheets of which Judge says one of the verdicts on the plan's
// day, in a catalog that has judged by another day's epoch: sheets that something that
// begins or ends between the two may concern are judged one by one.
func (p *Plan) ConditionsFrom(judged string, verdicts ...verdict.Verdict) []catalog.Condition {
	from, to := min(judged, p.day), max(judged, p.day)
	if p.set.Epoch(from) == p.set.Epoch(to) {
		return p.Conditions(verdicts...)
	}
	concerned := catalog.Either()
	if cas, groups := p.turning(from, to); groups {
		concerned = catalog.Both()
	} else if len(cas) > 0 {
		concerned = containing(cas)
	}
	return append(counted(), catalog.Either(
		catalog.Both(catalog.Not(concerned), p.having(verdicts)),
		catalog.Both(concerned, p.whereVerdict(true, func(s *sds.Sheet) verdict.Verdict { return p.Judge(s).Verdict }, verdicts...)),
	))
}

// turning are the numbers of what begins or ends between two days; groups is set where
// that is decided by names.
func (p *Plan) turning(from, to string) (cas []string, groups bool) {
	for _, e := range p.set.Turning(from, to) {
		groups = groups || e.Group != nil
		cas = append(cas, p.set.CAS(e.ID)...)
	}
	return cas, groups
}
