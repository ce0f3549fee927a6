package table_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	log "anzen/shared/domain/audit"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// recorded writes n audit records, one a minute.
func recorded(t *testing.T, tab *table.Table, clock *tabletest.Clock, c sds.CompanyID, n int) {
	t.Helper()
	for i := range n {
		if err := tab.Begin(c).Audit(table.Audit{Action: "test.done", Target: fmt.Sprint(i)}).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
	}
}

func entries(t *testing.T, tab *table.Table, c sds.CompanyID, s table.AuditSpan) (all []table.AuditEntry) {
	t.Helper()
	if err := tab.Audits(t.Context(), c, s, func(e table.AuditEntry) bool { all = append(all, e); return true }); err != nil {
		t.Fatal(err)
	}
	return all
}

func targets(all []table.AuditEntry) (names []string) {
	for _, e := range all {
		names = append(names, e.Target)
	}
	return names
}

func TestAuditsOfASpan(t *testing.T) {
	clock := tabletest.NewClock()
	tab := tabletest.New(t, clock.Now)
	c, other := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	began := clock.Now()
	recorded(t, tab, clock, c, 5)
	recorded(t, tab, clock, other, 1)
	all := entries(t, tab, c, table.AuditSpan{})
	for _, tt := range []struct {
		name string
		span table.AuditSpan
		want []string
	}{
		{"all, the latest first", table.AuditSpan{}, []string{"4", "3", "2", "1", "0"}},
		{"from the third on", table.AuditSpan{From: began.Add(2 * time.Minute)}, []string{"4", "3", "2"}},
		{"before the third", table.AuditSpan{To: began.Add(2 * time.Minute)}, []string{"1", "0"}},
		{"in between", table.AuditSpan{From: began.Add(time.Minute), To: began.Add(3 * time.Minute)}, []string{"2", "1"}},
		{"after a page", table.AuditSpan{Before: all[2].ID}, []string{"1", "0"}},
		{"after a page, in between", table.AuditSpan{From: began.Add(time.Minute), Before: all[2].ID}, []string{"1"}},
		{"an empty span", table.AuditSpan{From: began.Add(3 * time.Minute), To: began}, nil},
	} {
		if got := targets(entries(t, tab, c, tt.span)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Whatever is changed below a seal shows, and nothing else does.
func TestForgeriesShow(t *testing.T) {
	for name, tt := range map[string]struct {
		forge  func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, seals []log.Seal)
		broken []int
	}{
		"nothing": {func(*table.Tx, sds.CompanyID, []table.AuditEntry, []log.Seal) {}, nil},
		"a changed record": {func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, _ []log.Seal) {
			all[4].By = "somebody-else"
			x.Put(table.AuditKey(c, all[4].ID), all[4].Audit)
		}, []int{1}},
		"a removed record": {func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, _ []log.Seal) {
			x.Remove(table.AuditKey(c, all[3].ID))
		}, []int{1}},
		"the last record of a seal removed": {func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, _ []log.Seal) {
			x.Remove(table.AuditKey(c, all[0].ID))
		}, []int{2}},
		"an added record": {func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, _ []log.Seal) {
			x.Put(table.AuditKey(c, all[1].ID+"0"), all[1].Audit)
		}, []int{2}},
		"a replaced seal": {func(x *table.Tx, c sds.CompanyID, _ []table.AuditEntry, seals []log.Seal) {
			seals[0].Hash = "00"
			x.Put(table.SealKey(c, 1), seals[0])
		}, []int{1, 2}},
		"a removed seal": {func(x *table.Tx, c sds.CompanyID, _ []table.AuditEntry, _ []log.Seal) {
			x.Remove(table.SealKey(c, 1))
		}, []int{2}},
		"records said to be removed": {func(x *table.Tx, c sds.CompanyID, all []table.AuditEntry, seals []log.Seal) {
			at := seals[0].At.Add(time.Hour)
			seals[0].RemovedAt = &at
			x.Put(table.SealKey(c, 1), seals[0]).Remove(table.AuditKey(c, all[3].ID))
		}, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := tabletest.NewClock()
			tab := tabletest.New(t, clock.Now)
			c := sds.NewID[sds.CompanyID]()
			recorded(t, tab, clock, c, 3)
			first, err := tab.SealAudits(t.Context(), c, clock.Now())
			if err != nil || len(first) != 1 {
				t.Fatal(first, err)
			}
			recorded(t, tab, clock, c, 3)
			second, err := tab.SealAudits(t.Context(), c, clock.Now().Add(-time.Minute))
			if err != nil || len(second) != 1 || second[0].Records != 2 {
				t.Fatal(second, err)
			}
			// The sixth record is not sealed yet.
			all := entries(t, tab, c, table.AuditSpan{To: clock.Now().Add(-time.Minute)})
			x := tab.Begin(sds.NewID[sds.CompanyID]()).Audit(audit)
			tt.forge(x, c, all, append(first, second...))
			if err := x.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			v, err := tab.VerifyAudits(t.Context(), c)
			if err != nil || !reflect.DeepEqual(v.Broken, tt.broken) || v.Open != 1 {
				t.Errorf("%+v, %v, want broken %v", v, err, tt.broken)
			}
			if tt.broken == nil && (!v.Intact() || v.Records != 5 || v.Seals != 2) {
				t.Errorf("%+v", v)
			}
		})
	}
}

// Records are removed when they are older than the company keeps them, by whole seals, and
// the rest stays verifiable.
func TestOldAuditsAreRemoved(t *testing.T) {
	clock := tabletest.NewClock()
	tab := tabletest.New(t, clock.Now)
	c := sds.NewID[sds.CompanyID]()
	for range 3 {
		recorded(t, tab, clock, c, 2)
		if _, err := tab.SealAudits(t.Context(), c, clock.Now()); err != nil {
			t.Fatal(err)
		}
		clock.Advance(200 * 24 * time.Hour)
	}
	// The first seal's records are 600 days old, the second's 400, the third's 200.
	n, err := tab.RemoveAudits(t.Context(), c, log.KeptFrom(clock.Now(), 1))
	if err != nil || n != 4 {
		t.Errorf("removed %d, %v", n, err)
	}
	if again, err := tab.RemoveAudits(t.Context(), c, log.KeptFrom(clock.Now(), 1)); err != nil || again != 0 {
		t.Errorf("removed %d again, %v", again, err)
	}
	v, err := tab.VerifyAudits(t.Context(), c)
	if err != nil || !v.Intact() || v.Removed != 2 || v.Records != 2 || v.Seals != 3 {
		t.Errorf("%+v, %v", v, err)
	}
	if left := entries(t, tab, c, table.AuditSpan{}); len(left) != 2 {
		t.Errorf("%d records are left", len(left))
	}
}

// Names of targets are those of the company's own records.
func TestAuditNames(t *testing.T) {
	tab := tabletest.New(t, time.Now)
	c, other := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	x := tab.Begin(c).Audit(audit).Create(table.TagKey(c, "t1"), thing{Name: "乾燥剤"}, nil).Create(table.TagKey(other, "t2"), thing{Name: "秘密"}, nil)
	x.CreatePeriodic(periodic.Setting{ID: "p1", Name: "月次"}, 1)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, err := tab.AuditNames(t.Context(), c, map[string]log.Target{"t1": log.TargetTag, "t2": log.TargetTag, "gone": log.TargetUser, "5": log.TargetCount, "p1": log.TargetPeriodic})
	if err != nil || names["t1"] != "乾燥剤" || names["p1"] != "月次" || names["t2"] != "" || names["gone"] != "" {
		t.Errorf("%v, %v", names, err)
	}
}
