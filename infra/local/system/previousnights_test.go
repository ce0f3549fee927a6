package system_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/compaction"
	"anzen/functions/nightly"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/found"
)

// orders are who does the first half of something and who the second.
var orders = [][2]version{{current, former}, {former, current}, {mixed, mixed}}

// What runs without anybody waiting for it is done by both versions, in turn, side by side, and by one where the other was ended.
func (v *beside) runs(t *testing.T) {
	v.api.use(current)
	v.jobs.use(current)
	t.Run("nights", v.nights)
	t.Run("snapshots", v.snapshots)
	t.Run("periodic exports", v.periodic)
	t.Run("closing", v.closing)
	t.Run("deletion", v.deletion) // last: its records slow down who looks at all
}

// nights: a night of one version, its repetition and the next night of another have the results and the mails of one version alone.
func (v *beside) nights(t *testing.T) {
	night := func(t *testing.T, p *place, by version) {
		v.jobs.use(by)
		invoke(t, nightly.Company, nightly.Item{Company: p.company})
	}
	days := func(t *testing.T, by [2]version, second func(func())) string {
		p := newPlace(t, 2)
		list := p.checklist(t)
		night(t, p, by[0])
		night(t, p, by[1])
		p.passesNight(t, list)
		p.add(t, 1)
		v.jobs.use(by[1])
		second(func() { invoke(t, nightly.Company, nightly.Item{Company: p.company}) })
		night(t, p, by[0])
		night(t, p, by[1])
		return p.hits(t, list) + "\n" + p.mailed(t) + "\n" + grown(nil, p.census(t))
	}
	usual := days(t, [2]version{current, current}, whole)
	if !strings.Contains(usual, "Mixture 3 applies") || strings.Count(usual, "new hits") != 2 {
		t.Fatalf("a night of this version:\n%s", usual)
	}
	same := func(t *testing.T, made string) {
		t.Helper()
		if made != usual {
			t.Errorf("both made\n%s\nthis version\n%s", made, usual)
		}
	}
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) { same(t, days(t, by, whole)) })
	}
	v.everyCut(t, nightly.Company, usual, func(t *testing.T, cutting func(func())) string { return days(t, [2]version{current, current}, cutting) })
	t.Run("the whole machine", func(t *testing.T) {
		p := newPlace(t, 2)
		list := p.checklist(t)
		v.jobs.use(mixed)
		for range 2 {
			p.machine(t, "nightly", nightly.Night{Day: time.Now().Format(time.DateOnly), Part: 1, After: p.company[:len(p.company)-1]})
		}
		if hits := p.hits(t, list); !strings.Contains(hits, "Mixture 2 applies") {
			t.Errorf("hits:\n%s", hits)
		}
	})
}

// checklist asks for one that hits all sheets.
func (p *place) checklist(t *testing.T) checklist.ID {
	t.Helper()
	return want[struct{ ID checklist.ID }](t, p.a, call{method: "POST", path: "/dynamic_lists", body: map[string]any{
		"dbt_types": []string{"substances"}, "extraction_targets": []string{"composition"}, "title": "Toluene", "substances": []any{map[string]any{"cas": "108-88-3", "threshold": 0}},
	}}).ID
}

// passesNight moves what the last night has stored a day into the past.
func (p *place) passesNight(t *testing.T, list checklist.ID) {
	t.Helper()
	bucket, yesterday := catalogBucket(), sds.Day(time.Now()).AddDate(0, 0, -1).Format(time.DateOnly)
	write := func(key string, change func(data []byte) ([]byte, error)) {
		data, err := bucket.ReadIfThere(t.Context(), key, largest)
		if err == nil {
			data, err = change(data)
		}
		if err == nil {
			err = bucket.Write(t.Context(), key, "application/octet-stream", data)
		}
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	write("companies/"+string(p.company)+"/checklists-night", func(data []byte) ([]byte, error) {
		var night map[string]any
		err := json.Unmarshal(data, &night)
		night["Day"], night["Closed"] = yesterday, yesterday
		data, _ = json.Marshal(night)
		return data, err
	})
	write(found.Key(p.company, list), func(data []byte) ([]byte, error) {
		all, err := found.Decode(data)
		if err != nil {
			return nil, err
		}
		all.Begun = yesterday
		for i := range all.Rows {
			all.Rows[i].First = yesterday
		}
		return all.Encode()
	})
}

// hits are the stored results of a checklist, and what the API says of it.
func (p *place) hits(t *testing.T, list checklist.ID) string {
	t.Helper()
	data, err := catalogBucket().ReadIfThere(t.Context(), found.Key(p.company, list), largest)
	if err != nil || data == nil {
		t.Fatalf("no results: %v", err)
	}
	all, err := found.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range all.Rows {
		s, err := p.table().Sheet(t.Context(), p.company, sds.SheetID(r.Sheet.String()))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %s since %s", s.Name, r.Verdict, r.First))
	}
	slices.Sort(lines)
	l, err := p.table().Checklist(t.Context(), p.company, list)
	if err != nil || l.Run == nil {
		t.Fatalf("%+v, %v", l, err)
	}
	return strings.Join(lines, "\n") + fmt.Sprintf("\n%v, %d new", l.Run.Counts, l.Run.NewHits)
}

// snapshots: the list is the same from the table and from a snapshot by either version.
func (v *beside) snapshots(t *testing.T) {
	round := func(t *testing.T, by [2]version, first func(func())) {
		p := newPlace(t, 3)
		for i, maker := range by {
			if err := p.table().RequestSnapshot(t.Context(), p.company); err != nil {
				t.Fatal(err)
			}
			v.jobs.use(maker)
			if i == 0 {
				first(func() { invoke(t, compaction.Company, compaction.Item{Company: p.company}) })
			} else {
				p.machine(t, compaction.Machine, compaction.Batch{Companies: []compaction.Item{{Company: p.company}}})
			}
			if waiting, err := p.table().SnapshotRequests(t.Context(), 500); err != nil || slices.Contains(waiting, p.company) {
				t.Errorf("a snapshot is waited for still, %v", err)
			}
			if keys := objects(t, "catalog", snapshots.Of(p.company)); len(keys) == 0 || len(keys) > 2 {
				t.Errorf("snapshots: %v", keys)
			}
			p.add(t, 1) // is in no snapshot yet
			for _, reader := range by {
				v.api.use(reader)
				if l := p.a.list(t, ""); l.Total != p.sheets {
					t.Errorf("%s lists %d sheets of %d", reader, l.Total, p.sheets)
				}
			}
			v.api.use(current)
		}
	}
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) { round(t, by, whole) })
	}
	v.everyCut(t, compaction.Company, "", func(t *testing.T, cutting func(func())) string {
		round(t, [2]version{current, former}, cutting)
		return ""
	})
}
