package checklists

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/found"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/report"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

// lookup is a checklist's evaluation in one request.
type lookup struct {
	*report.Report
	call    *rest.Call
	nightly *found.Found // by the last nightly run; nil: there was none
}

func lookUp(call *rest.Call, l checklist.List) *lookup {
	return &lookup{Report: report.New(l, today(call)), call: call}
}

// today is the day in Tokyo, which is the day of laws.
func today(call *rest.Call) string { return report.Day(call.Now()) }

func (s *lookup) readReviews(ctx context.Context) error {
	return s.ReadReviews(ctx, s.call.Table, s.call.CompanyID)
}

// page is a page of the results that match filters.
func (s *lookup) page(ctx context.Context, f checklist.Filters, p search.Page) (catalog.Page, error) {
	return s.Search(ctx, s.call.Catalog, filter.Viewer(s.call), f, p)
}

// maxNight is larger than any packed result of a nightly run, in bytes.
const maxNight = 64 << 20

// readNightlyResults reads the results of the last nightly run.
func (s *lookup) readNightlyResults(ctx context.Context) error {
	if s.List.Run == nil || s.List.Run.Found == "" {
		return nil
	}
	data, err := s.call.NightlyResults.ReadIfThere(ctx, s.List.Run.Found, maxNight)
	if err != nil || data == nil {
		return err
	}
	s.nightly, err = found.Decode(data)
	return err
}

// isNew reports whether the last nightly run found a sheet for the first time.
func (s *lookup) isNew(id sds.SheetID) bool {
	u, err := uuid.Parse(string(id))
	if err != nil {
		return false
	}
	row := s.nightly.Row(u)
	return row != nil && s.nightly.IsNew(row, s.List.Run.Day)
}

// counts is the number of sheets of each verdict; without excluded ones where the
// reviews have been read.
func (s *lookup) counts(ctx context.Context) (checklist.Counts, error) {
	excluded := s.Reviewed(func(r checklist.Review) bool { return r.Excluded })
	if len(excluded) == 0 {
		return s.Plan.Counts(ctx, s.call.Catalog, s.call.CompanyID)
	}
	queries := make([]catalog.Query, len(evaluate.CountedVerdicts))
	for i, v := range evaluate.CountedVerdicts {
		queries[i].Where = append(s.Plan.Conditions(v), catalog.Not(catalog.Among(excluded...)))
	}
	all, err := s.call.Catalog.Counts(ctx, s.call.CompanyID, queries)
	if err != nil {
		return nil, err
	}
	counts := checklist.Counts{}
	for i, v := range evaluate.CountedVerdicts {
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
