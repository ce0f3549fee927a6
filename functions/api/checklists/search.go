package checklists

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"anzen/functions/api/proofs"
	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/checklist"
	"anzen/shared/checklist/evaluate"
	"anzen/shared/checklist/found"
	"anzen/shared/law/check"
	"anzen/shared/law/regulation"
	"anzen/shared/sds"
)

// search is what is looked up of a checklist in one request.
type search struct {
	call  *rest.Call
	set   *regulation.Set
	list  checklist.List
	plan  *evaluate.Plan
	marks map[sds.SheetID]checklist.Mark
	night *found.Found // by the last nightly run; nil: there was none
}

func searchOf(call *rest.Call, l checklist.List) *search {
	set := regulation.Current()
	return &search{call: call, set: set, list: l, plan: evaluate.New(set, &l, today(call))}
}

// today is the day in Tokyo, by which laws are meant.
func today(call *rest.Call) string { return sds.Day(call.Now()).Format(time.DateOnly) }

func (s *search) readMarks(ctx context.Context) (err error) {
	s.marks, err = s.call.Table.Marks(ctx, s.call.Company, s.list.ID)
	return err
}

// maxNight is more than what was found of a checklist can take, packed.
const maxNight = 64 << 20

// readNight reads what the last nightly run found.
func (s *search) readNight(ctx context.Context) error {
	if s.list.Run == nil || s.list.Run.Found == "" {
		return nil
	}
	data, err := s.call.Nights.ReadIfThere(ctx, s.list.Run.Found, maxNight)
	if err != nil || data == nil {
		return err
	}
	s.night, err = found.Decode(data)
	return err
}

// isNew tells whether the last nightly run found a sheet for the first time.
func (s *search) isNew(id sds.SheetID) bool {
	u, err := uuid.Parse(string(id))
	if err != nil {
		return false
	}
	row := s.night.Row(u)
	return row != nil && s.night.IsNew(row, s.list.Run.Day)
}

// standard are the verdicts that are shown where none is asked for.
var standard = []check.Verdict{check.Applies, check.RequiresContext, check.Scheduled}

// unjudged asks for sheets that nobody has judged.
const unjudged checklist.Judgement = "none"

// query is what filters ask of the catalogue. The marks must have been read.
func (s *search) query(f Filters) catalog.Query {
	verdicts := f.Verdicts
	if len(verdicts) == 0 {
		verdicts = standard
	}
	q := catalog.Query{Text: f.Text, Where: s.plan.Conditions(verdicts...)}
	excluded := catalog.Among(s.marked(func(m checklist.Mark) bool { return m.Excluded })...)
	if !f.Excluded {
		excluded = catalog.Not(excluded)
	}
	q.Where = append(q.Where, excluded)
	if len(f.Judgements) > 0 {
		q.Where = append(q.Where, s.judgedAs(f.Judgements))
	}
	if f.Changed {
		judged := catalog.Among(s.marked(func(m checklist.Mark) bool { return m.Judgement != "" })...)
		q.Where = append(q.Where, catalog.Both(judged, catalog.Judged(s.changed)))
	}
	return q
}

// marked are the sheets of which people say something.
func (s *search) marked(is func(checklist.Mark) bool) (ids []sds.SheetID) {
	for id, m := range s.marks {
		if is(m) {
			ids = append(ids, id)
		}
	}
	return ids
}

// judgedAs finds the sheets that were judged in one of the ways.
func (s *search) judgedAs(ways []checklist.Judgement) catalog.Condition {
	either := []catalog.Condition{catalog.Among(s.marked(func(m checklist.Mark) bool {
		return m.Judgement != "" && slices.Contains(ways, m.Judgement)
	})...)}
	if slices.Contains(ways, unjudged) {
		either = append(either, catalog.Not(catalog.Among(s.marked(func(m checklist.Mark) bool { return m.Judgement != "" })...)))
	}
	return catalog.Either(either...)
}

// changed tells whether a judgement rests on what is another now.
func (s *search) changed(head *sds.Sheet) bool {
	m := s.marks[head.ID]
	if m.Judgement == "" {
		return false
	}
	o := s.plan.Judge(head)
	return m.Ground != o.Ground()
}

// counts are how many sheets there are of each verdict, without those that were excluded
// where the marks have been read.
func (s *search) counts(ctx context.Context) (checklist.Counts, error) {
	excluded := s.marked(func(m checklist.Mark) bool { return m.Excluded })
	if len(excluded) == 0 {
		return s.plan.Counts(ctx, s.call.Catalog, s.call.Company)
	}
	queries := make([]catalog.Query, len(evaluate.Told))
	for i, v := range evaluate.Told {
		queries[i].Where = append(s.plan.Conditions(v), catalog.Not(catalog.Among(excluded...)))
	}
	all, err := s.call.Catalog.Counts(ctx, s.call.Company, queries)
	if err != nil {
		return nil, err
	}
	counts := checklist.Counts{}
	for i, v := range evaluate.Told {
		counts[v] = all[i]
	}
	return counts, nil
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
