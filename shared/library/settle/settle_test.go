package settle_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/library/settle"
)

// source is a company with sheets and an empty log.
type source []sds.Sheet

func (s source) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range s {
		h := s[i]
		if err := each(&h); err != nil {
			return err
		}
	}
	return nil
}

func (source) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (source) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (source) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) { return nil, nil }

func (source) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) { return nil, nil }

// On every day and for every setting, the filter finds the sheets that have findings,
// and a sheet that needs revision has a finding of it.
func TestTheFilterFindsWhatIsCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		written := time.Date(2026, 11, 22, rapid.IntRange(0, 23).Draw(t, "hour"), 0, 0, 0, time.UTC)
		date := func(name string) string {
			switch rapid.IntRange(0, 3).Draw(t, name+" kind") {
			case 0:
				return ""
			case 1: // around the change of the rules and the end of five years
				at := rapid.SampledFrom([]time.Time{time.Date(2024, 4, 1, 0, 0, 0, 0, time.UTC), written.AddDate(-5, 0, 0), written}).Draw(t, name+" around")
				return at.AddDate(0, 0, rapid.IntRange(-3, 3).Draw(t, name+" off")).Format(time.DateOnly)
			case 2:
				return time.Date(rapid.IntRange(1990, 2031).Draw(t, name+" year"), time.Month(rapid.IntRange(1, 12).Draw(t, name+" month")), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
			default:
				return time.Date(rapid.IntRange(1990, 2031).Draw(t, name+" year"), 1, rapid.IntRange(1, 366).Draw(t, name+" day"), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			}
		}
		sheets := source{}
		for i := range rapid.IntRange(1, 8).Draw(t, "sheets") {
			s := sds.Sheet{
				ID: sds.SheetID(fmt.Sprintf("%08x-0000-4000-8000-000000000000", i)), Version: 1, Status: sds.StatusCompleted, UpdatedAt: written,
				Language: rapid.SampledFrom([]int{sds.LanguageJapanese, sds.LanguageEnglish, sds.LanguageOther}).Draw(t, "language"),
				IssuedOn: date("issued"), RevisedOn: date("revised"), SupplierConfirmedOn: date("confirmed"), FindingCount: rapid.SampledFrom([]int{0, 0, 0, 2}).Draw(t, "found"),
			}
			if rapid.IntRange(0, 4).Draw(t, "newer") == 0 {
				s.Newer = "newer"
			}
			sheets = append(sheets, s)
		}
		now := written.AddDate(0, rapid.IntRange(0, 40).Draw(t, "months later"), rapid.IntRange(0, 3).Draw(t, "days later"))
		years := rapid.IntRange(1, 10).Draw(t, "years")
		page, err := catalog.New(sheets, func() time.Time { return now }).Search(t.Context(), "c", catalog.Query{Where: []catalog.Condition{settle.HasFindings(now, years)}, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for i := range sheets {
			s := &sheets[i]
			found := slices.ContainsFunc(page.Sheets, func(p sds.Sheet) bool { return p.ID == s.ID })
			passing := settle.Passing(s, now, years)
			if want := settle.Count(s, now, years) > 0; found != want || len(passing) != settle.Count(s, now, years)-s.FindingCount {
				t.Fatalf("on %s, %d years: found %v, want %v: %+v of %+v", sds.Day(now).Format(time.DateOnly), years, found, want, passing, s)
			}
			old := slices.ContainsFunc(passing, func(f sds.Finding) bool { return f.ID == "revision_old" })
			if old != (s.RevisionStatusOn(sds.Day(now), years) == sds.RevisionNeeded) {
				t.Fatalf("old %v, status %s: %+v", old, s.RevisionStatusOn(sds.Day(now), years), s)
			}
		}
	})
}

// The rules ignore deleted values and check edited ones, and a finding names the fields by
// their ids.
func TestRulesCheckUsersValues(t *testing.T) {
	part := func(row, cas string, state sds.FieldState) sds.Row {
		return sds.Row{ID: row, Fields: []sds.Field{{ID: "composition/" + row + "/cas", Key: "cas", State: state, Confidence: 0.4, Value: sds.Value{Kind: sds.KindList, List: []string{cas}}}}}
	}
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{
		part("gone", "1-1-1", sds.StateDeleted), part("wrong", "67-64-2", sds.StateEdited), part("right", "108-88-3", sds.StateMachine),
	}}}}}
	record := sds.Sheet{Language: sds.LanguageJapanese}
	result := settle.Sheet(&record, sections, nil)
	if len(result.Findings) != 1 || record.FindingCount != 1 || result.Findings[0].ID != "cas_check_digit" || !slices.Equal(result.Findings[0].Fields, []string{"composition/wrong/cas"}) {
		t.Errorf("found %+v", result.Findings)
	}
	if again := settle.Again(&record, sections, result); again != nil {
		t.Errorf("settled again it differs: %+v", again)
	}
	sections[0].Groups[0].Rows[1].Fields[0].Value.List[0] = "67-64-1"
	if again := settle.Again(&record, sections, result); again == nil || len(again.Findings) != 0 || record.FindingCount != 0 {
		t.Errorf("corrected: %+v", again)
	}
	if record.GuardedCodes != nil || !slices.Equal(record.CAS, []string{"67-64-1", "108-88-3"}) {
		t.Errorf("record %+v", record)
	}
}
