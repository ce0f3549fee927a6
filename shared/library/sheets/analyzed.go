package sheets

import (
	"slices"
	"strconv"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/settle"
)

// Reading is what an analysis read in a sheet's PDF.
type Reading struct {
	Sections     []sds.Section
	Printed      *sds.Printed
	Language     int
	LanguageCode string
	Pages        int
	// Reason is the code of why a user has to review the sheet; empty where none has to.
	Reason       string
	ReasonDetail map[string]string
}

// Analyzed is the write of a reading into a sheet with its sections so far. Values that a
// user has confirmed, edited or deleted are kept.
func Analyzed(s *sds.Sheet, had []sds.Section, r Reading, now time.Time) write.Sheet {
	sections := merge(had, r.Sections)
	s.Status, s.Reason, s.ReasonDetail = sds.StatusCompleted, r.Reason, r.ReasonDetail
	if r.Reason != "" {
		s.Status = sds.StatusReconfirmation
	}
	s.Language, s.LanguageCode, s.File.Pages = r.Language, r.LanguageCode, r.Pages
	result := settle.Sheet(s, sections, r.Printed)
	return write.Sheet{
		Sections: sections, CheckResult: &result, Analysis: write.AnalysisEnded,
		Edit: &sds.Edit{ID: sds.NewEditID(now), At: now, Action: "analyzed", Changes: readDifferently(had, sections)},
	}
}

// merge merges newly read sections into the stored ones.
func merge(had, fresh []sds.Section) []sds.Section {
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

// wasRead reports whether an analysis read some value of the section. A newer version of
// a sheet begins with what a user entered for the older one.
func wasRead(s sds.Section) (read bool) {
	s.Each(func(_ string, f *sds.Field) {
		read = read || f.State == sds.StateMachine || f.Machine != nil || f.Extractor != ""
	})
	return read
}

// readDifferently returns the values that differ from the previous analysis; none after
// the first analysis.
func readDifferently(had, has []sds.Section) []sds.Change {
	list := []sds.Change{}
	if !slices.ContainsFunc(had, wasRead) {
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
