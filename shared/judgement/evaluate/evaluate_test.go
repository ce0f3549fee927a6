package evaluate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/reference/regulation"
)

// records are a company's sheets as the catalog's source.
type records []sds.Sheet

func (h records) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (h records) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (h records) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) { return nil, nil }

func (h records) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) { return nil, nil }

func (h records) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range h {
		s := h[i]
		if err := each(&s); err != nil {
			return err
		}
	}
	return nil
}

func made(seed uint64, n int) records {
	of, all := sample.New(seed, n), make(records, n)
	for i := range all {
		all[i] = of.Sheet(i, 1)
		all[i].CheckedLaws, all[i].LawDates, all[i].Unidentified = nil, nil, ""
		all[i].Status = sds.StatusCompleted // most of them
		switch i % 50 {
		case 0:
			all[i].Status = sds.StatusUploading
		case 1:
			all[i].Status = sds.StatusReconfirmation
		}
	}
	return all
}

// listMaker makes random checklists of everything that can be watched.
type listMaker struct {
	*rand.Rand
	set    *regulation.Set
	sheets records
}

func (a listMaker) list() *checklist.List {
	l := &checklist.List{Kind: checklist.ByLaws, State: checklist.Created, Targets: []checklist.Target{checklist.Composition}}
	switch a.IntN(4) {
	case 0:
		l.Targets = []checklist.Target{checklist.Section15}
	case 1:
		l.Targets = append(l.Targets, checklist.Section15)
	}
	for range 1 + a.IntN(4) {
		switch a.IntN(5) {
		case 0:
			l.LawIDs = append(l.LawIDs, a.set.Laws()[a.IntN(len(a.set.Laws()))].ID)
		case 1:
			l.RegulationIDs = append(l.RegulationIDs, a.set.Categories()[a.IntN(len(a.set.Categories()))].ID)
		case 2:
			l.RegulationIDs = append(l.RegulationIDs, a.set.Classes()[a.IntN(len(a.set.Classes()))].ID)
		case 3: // entries that some sheet contains, rather than any
			if cas := a.cas(); cas != "" {
				if of := a.set.ByCAS(cas); len(of) > 0 {
					l.RegulationIDs = append(l.RegulationIDs, of[a.IntN(len(of))].ID)
				}
			}
		default:
			if cas := a.cas(); cas != "" {
				l.Substances = append(l.Substances, checklist.Substance{CAS: cas, Percent: []float64{0, 0.1, 1, 5, 10, 25}[a.IntN(6)], Above: a.IntN(3) == 0})
			}
		}
	}
	return l
}

func (a listMaker) cas() string {
	if s := a.sheets[a.IntN(len(a.sheets))]; len(s.CAS) > 0 {
		return s.CAS[a.IntN(len(s.CAS))]
	}
	return ""
}

// differ compares the catalog's results with the verdicts sheet by sheet, and returns the
// number of sheets for each verdict.
func differ(t *testing.T, c *catalog.Catalog, all records, plan *evaluate.Plan, where func(v verdict.Verdict) []catalog.Condition) (found map[verdict.Verdict]int) {
	t.Helper()
	want := map[verdict.Verdict][]sds.SheetID{}
	for i := range all {
		if evaluate.Counted(&all[i]) {
			v := plan.Judge(&all[i]).Verdict
			want[v] = append(want[v], all[i].ID)
		}
	}
	found = map[verdict.Verdict]int{}
	for _, v := range verdict.All {
		page, err := c.Search(t.Context(), "c", catalog.Query{Where: where(v), Sort: catalog.SortCreated, Limit: len(all)})
		if err != nil {
			t.Fatal(err)
		}
		var got []sds.SheetID
		for i := range page.Sheets {
			got = append(got, page.Sheets[i].ID)
		}
		slices.Sort(got)
		slices.Sort(want[v])
		if !slices.Equal(got, want[v]) {
			t.Fatalf("%s: catalog finds %d sheets, want %d", v, len(got), len(want[v]))
		}
		found[v] = len(got)
	}
	return found
}

// The catalog's results equal the verdicts sheet by sheet, for every kind of checklist, on
// the current day and on others.
func TestCatalogMatchesVerdicts(t *testing.T) {
	const day = "2026-11-20" // of sample.Now
	n, lists := 800, 40
	if testing.Short() {
		n, lists = 600, 20
	}
	for name, set := range map[string]*regulation.Set{"few regulations": few(t), "all regulations": regulation.Current()} {
		t.Run(name, func(t *testing.T) {
			all := made(4, n)
			c := catalog.New(all, func() time.Time { return sample.Now }, catalog.WithChecks(evaluate.With(set)))
			a := listMaker{rand.New(rand.NewPCG(3, 4)), set, all}
			sum := map[verdict.Verdict]int{}
			for range lists {
				l := a.list()
				plan := evaluate.New(set, l, day)
				for v, n := range differ(t, c, all, plan, func(v verdict.Verdict) []catalog.Condition { return plan.Conditions(v) }) {
					sum[v] += n
				}
				counts, err := plan.Counts(t.Context(), c, "c")
				if err != nil {
					t.Fatal(err)
				}
				hits := total(t, c, plan.Conditions(evaluate.CountedVerdicts...))
				for _, v := range evaluate.CountedVerdicts {
					hits -= counts[v]
				}
				if hits != 0 {
					t.Fatalf("counts %v differ from the hits by %d", counts, hits)
				}
			}
			for _, v := range verdict.All {
				if sum[v] == 0 {
					t.Errorf("no checklist found a sheet that is %s: %v", v, sum)
				}
			}
		})
	}
}

func TestAnotherDay(t *testing.T) {
	const today = "2026-11-20"
	for name, set := range map[string]*regulation.Set{"few regulations": few(t), "all regulations": regulation.Current()} {
		t.Run(name, func(t *testing.T) {
			all := made(5, 600)
			c := catalog.New(all, func() time.Time { return sample.Now }, catalog.WithChecks(evaluate.With(set)))
			a := listMaker{rand.New(rand.NewPCG(5, 6)), set, all}
			changed := 0
			for i := 0; i < 16 || changed == 0 && i < 96; i++ {
				l, day := a.list(), []string{"2027-04-01", "2028-04-01", "2026-12-01", "2022-01-01"}[i%4]
				plan := evaluate.New(set, l, day)
				then := differ(t, c, all, plan, func(v verdict.Verdict) []catalog.Condition { return plan.ConditionsFrom(today, v) })
				if now := total(t, c, evaluate.Conditions(set, l, []verdict.Verdict{verdict.Applies}, today)); now != then[verdict.Applies] {
					changed++
				}
			}
			if changed == 0 {
				t.Error("no verdict differs between the days")
			}
		})
	}
}

func total(t *testing.T, c *catalog.Catalog, where []catalog.Condition) int {
	t.Helper()
	page, err := c.Search(t.Context(), "c", catalog.Query{Where: where})
	if err != nil {
		t.Fatal(err)
	}
	return page.Total
}

// few is a small set with an entry of each kind, for substances that samples often have.
func few(t *testing.T) *regulation.Set {
	t.Helper()
	var categories []regulation.Category
	var classes []regulation.Class
	var entries []regulation.Entry
	var links []regulation.Link
	add := func(code string, basis regulation.Basis, loaded, standard bool, change func(*regulation.Class)) *regulation.Class {
		categories = append(categories, regulation.Category{
			ID: 200000000 + len(categories), Law: "JP-X", Code: code, Ja: code, En: code, Basis: basis, Loaded: loaded, Default: standard,
		})
		k := regulation.Class{ID: 300000000 + len(classes), Law: "JP-X", Category: code, Code: "DEFAULT", Ja: code, En: code}
		if change != nil {
			change(&k)
		}
		classes = append(classes, k)
		return &classes[len(classes)-1]
	}
	substance := 0
	of := common()
	fill := func(k *regulation.Class, percent float64, change func(*regulation.Entry)) {
		for range 6 {
			cas := of[substance%len(of)]
			substance++
			e := regulation.Entry{
				ID: 400000000 + len(entries), Class: k.Key(), Number: fmt.Sprint(len(entries)), Ja: cas, En: cas,
				Threshold: regulation.Threshold{Percent: percent}, From: "2020-01-01", Confidence: regulation.Official,
			}
			if change != nil {
				change(&e)
			}
			entries = append(entries, e)
			links = append(links, regulation.Link{ID: 500000000 + len(links), Entry: e.ID, CAS: cas})
		}
	}
	stated := func(code string) func(*regulation.Class) {
		return func(k *regulation.Class) { k.Stated = []string{code} }
	}
	fill(add("LIST", regulation.ByComposition, true, true, stated("JP-ISHA-SDS")), 0.1, nil)
	fill(add("LATER", regulation.ByComposition, true, true, stated("JP-PRTR-1")), 1, func(e *regulation.Entry) { e.From = "2027-04-01" })
	fill(add("ENDS", regulation.ByComposition, true, true, nil), 1, func(e *regulation.Entry) { e.To = "2027-04-01" })
	fill(add("PURE", regulation.ByComposition, true, false, nil), 0, func(e *regulation.Entry) { e.Pure = true })
	fill(add("GAS", regulation.ByComposition, true, true, nil), 0, func(e *regulation.Entry) { e.Gas = true })
	fill(add("SUM", regulation.ByComposition, true, true, func(k *regulation.Class) { k.Sum = &regulation.Threshold{Percent: 5, Above: true} }), 5, nil)
	fill(add("USE", regulation.ByComposition, true, true, nil), 10, func(e *regulation.Entry) { e.ContextJa, e.ContextEn = "用途", "the use" })
	add("PROCESS", regulation.ByProcess, true, true, nil)
	add("ABSENT", regulation.ByComposition, false, false, nil)
	set, err := regulation.New([]regulation.Law{{ID: 100000000, Code: "JP-X", Jurisdiction: "JP", Ja: "法", En: "Law"}}, categories, classes, entries, links)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// common returns the CAS numbers of the samples, most frequent first.
func common() (numbers []string) {
	times := map[string]int{}
	for _, s := range made(4, 3000) {
		for _, cas := range s.CAS {
			if times[cas]++; times[cas] == 1 {
				numbers = append(numbers, cas)
			}
		}
	}
	slices.SortStableFunc(numbers, func(a, b string) int { return times[b] - times[a] })
	return numbers
}
