package checklists

import (
	"context"
	"slices"

	"anzen/functions/api/proofs"
	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/checklist"
	"anzen/shared/law/check"
	"anzen/shared/law/regulation"
	"anzen/shared/sds"
)

// search is what is looked up of a checklist in one request.
type search struct {
	call  *rest.Call
	set   *regulation.Set
	list  checklist.List
	day   string
	marks map[sds.SheetID]checklist.Mark
	fresh map[sds.SheetID]bool // found by the last nightly run for the first time
}

func searchOf(call *rest.Call, l checklist.List) *search {
	return &search{call: call, set: regulation.Current(), list: l, day: sds.Day(call.Now()).Format("2006-01-02")}
}

func (s *search) readMarks(ctx context.Context) (err error) {
	s.marks, err = s.call.Table.Marks(ctx, s.call.Company, s.list.ID)
	return err
}

// The verdicts that a list shows, the strongest first, and those shown where none is asked for.
var (
	shown    = []check.Verdict{check.Applies, check.RequiresContext, check.Scheduled, check.Unknown, check.BelowThreshold}
	standard = shown[:3]
)

// judgedNone asks for sheets that nobody has judged.
const judgedNone checklist.Judgement = "none"

// query is what filters ask of the catalogue.
func (s *search) query(_ context.Context, f Filters) (catalog.Query, error) {
	verdicts := f.Verdicts
	if len(verdicts) == 0 {
		verdicts = standard
	}
	return catalog.Query{Text: f.Text, Where: s.conditions(verdicts)}, nil
}

// counts are how many sheets there are of each verdict.
func (s *search) counts(ctx context.Context) (checklist.Counts, error) {
	counts := checklist.Counts{}
	for _, v := range shown {
		page, err := s.call.Catalog.Search(ctx, s.call.Company, catalog.Query{Where: s.conditions([]check.Verdict{v})})
		if err != nil {
			return nil, err
		}
		counts[v] = page.Total
	}
	return counts, nil
}

func (s *search) conditions(verdicts []check.Verdict) []catalog.Condition {
	var values []string
	for _, id := range slices.Concat(s.list.LawIDs, s.list.RegulationIDs) {
		classes, _ := s.set.Of(id)
		for _, c := range classes {
			for _, v := range verdicts {
				values = append(values, c.Key()+":"+string(v))
			}
		}
	}
	return []catalog.Condition{catalog.Any(catalog.FacetCheckedLaw, values...)}
}

// outcome is what a checklist finds of a sheet.
type outcome struct {
	Verdict check.Verdict
	Proofs  []check.Proof
	Stated  []string
}

func (o outcome) ground() string { return check.Ground(o.Proofs) }

func (s *search) judge(head *sds.Sheet) outcome {
	subject := check.Of(head)
	watched := map[string]bool{}
	for _, id := range slices.Concat(s.list.LawIDs, s.list.RegulationIDs) {
		classes, _ := s.set.Of(id)
		for _, c := range classes {
			watched[c.Key()] = true
		}
	}
	o := outcome{Verdict: check.NotListed}
	for _, p := range check.Sheet(s.set, &subject, s.day) {
		if !watched[p.Key()] {
			continue
		}
		o.Proofs = append(o.Proofs, p)
		if at := slices.Index(shown, p.Verdict); at >= 0 && (o.Verdict == check.NotListed || at < slices.Index(shown, o.Verdict)) {
			o.Verdict = p.Verdict
		}
	}
	return o
}

// statedName is the name of a code that section 15 states: that of the class it
// belongs to.
func statedName(set *regulation.Set, code string) proofs.Name {
	classes := set.Classes()
	for i := range classes {
		if slices.Contains(classes[i].Stated, code) {
			return proofs.Name{Ja: classes[i].Ja, En: classes[i].En}
		}
	}
	return proofs.Name{Ja: code, En: code}
}
