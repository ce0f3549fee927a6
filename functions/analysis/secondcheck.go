package analysis

import (
	"context"
	"slices"
	"strconv"

	"anzen/functions/analysis/run"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/library/settle"
)

// secondCheck looks for contradictions and writes the sheet. What a person has
// confirmed, edited or deleted before stays as it is.
func (p *pipeline) secondCheck(ctx context.Context, in run.Input) (run.Input, error) {
	if _, err := p.enter(ctx, in, sds.StatusSecondCheck); err != nil {
		return in, err
	}
	var r reading
	if err := p.take(ctx, workKey(in), &r); err != nil {
		return in, err
	}
	had, err := p.table.Sections(ctx, in.Company, in.Sheet)
	if err != nil {
		return in, err
	}
	sections := mergeAll(had, sectionsOf(r))
	_, err = p.change(ctx, in, "sheet.analysed", func(s *sds.Sheet) (table.SheetWrite, error) {
		s.Status, s.Reason, s.ReasonDetail = sds.StatusCompleted, "", nil
		if r.Sheets > 1 {
			s.Status, s.Reason = sds.StatusReconfirmation, ReasonSeveral
			s.ReasonDetail = map[string]string{"count": strconv.Itoa(r.Sheets)}
		}
		s.Language, s.LanguageCode, s.File.Pages = languageID(r.Language), r.Language, r.Pages
		judged := settle.Sheet(s, sections, &r.Printed)
		settled := *s
		return table.SheetWrite{
			Sections: sections, Judged: &judged,
			Edit: &sds.Edit{ID: table.NewEditID(p.now()), At: p.now(), Action: "analyzed", Changes: changes(had, sections)},
			With: func(x *table.Tx) { x.Settle(settled) },
		}, nil
	})
	if err != nil {
		return in, err
	}
	left := []string{workKey(in)}
	if in.Recognised {
		left = append(left, recognitionKey(in))
	}
	for _, key := range left {
		if err := p.work.Delete(ctx, key); err != nil {
			// The bucket removes it after some days by itself.
			p.log.WarnContext(ctx, "working object left", "sheet", in.Sheet, "cause", err.Error())
		}
	}
	return in, nil
}

func languageID(code string) int {
	switch code {
	case "ja":
		return sds.LanguageJapanese
	case "en":
		return sds.LanguageEnglish
	default:
		return sds.LanguageOther
	}
}

// mergeAll lays a new analysis over what is there.
func mergeAll(had, fresh []sds.Section) []sds.Section {
	merged := make([]sds.Section, 0, len(fresh))
	for _, f := range fresh {
		old := sds.Section{Number: f.Number}
		if i := slices.IndexFunc(had, func(s sds.Section) bool { return s.Number == f.Number }); i >= 0 {
			old = had[i]
		}
		merged = append(merged, sds.Merge(old, f))
	}
	for _, old := range had {
		if !slices.ContainsFunc(fresh, func(s sds.Section) bool { return s.Number == old.Number }) {
			merged = append(merged, sds.Merge(old, sds.Section{Number: old.Number, Title: old.Title}))
		}
	}
	slices.SortFunc(merged, func(a, b sds.Section) int { return a.Number - b.Number })
	return merged
}

// analysed tells whether the section holds something that an analysis read. A newer
// version of a sheet begins with what a person gave the older one.
func analysed(s sds.Section) (read bool) {
	s.Each(func(_ string, f *sds.Field) {
		read = read || f.State == sds.StateMachine || f.Machine != nil || f.Extractor != ""
	})
	return read
}

// changes are what another analysis reads differently; of the first one there
// is nothing to compare.
func changes(had, has []sds.Section) []sds.Change {
	list := []sds.Change{}
	if !slices.ContainsFunc(had, analysed) {
		return list
	}
	was := map[string]sds.Value{}
	for i := range had {
		had[i].Each(func(_ string, f *sds.Field) { was[strconv.Itoa(had[i].Number)+"/"+f.ID] = f.Value })
	}
	for i := range has {
		number := has[i].Number
		has[i].Each(func(_ string, f *sds.Field) {
			key := strconv.Itoa(number) + "/" + f.ID
			from, there := was[key]
			delete(was, key)
			switch to := f.Value; {
			case !there:
				list = append(list, sds.Change{Section: number, Field: f.ID, To: &to})
			case !from.Equal(to):
				list = append(list, sds.Change{Section: number, Field: f.ID, From: &from, To: &to})
			}
		})
	}
	for i := range had {
		had[i].Each(func(_ string, f *sds.Field) {
			if from, gone := was[strconv.Itoa(had[i].Number)+"/"+f.ID]; gone {
				list = append(list, sds.Change{Section: had[i].Number, Field: f.ID, From: &from})
			}
		})
	}
	return list
}
