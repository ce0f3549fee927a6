package sealing

import (
	"log/slog"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Every company's records of the days before are sealed once a day, and those older than
// the company keeps them are removed.
func TestDaysAreSealed(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	tab := tabletest.New(t, clock.Now)
	s := &sealer{table: tab, now: clock.Now, log: slog.New(slog.DiscardHandler)}
	companies := make([]sds.CompanyID, atOnce+3)
	for i := range companies {
		companies[i] = sds.NewID[sds.CompanyID]()
		if err := tab.Begin(companies[i]).Audit(table.Audit{Action: "test.made"}).CreateCompany(company.Company{ID: companies[i], AuditYears: 1}).Commit(ctx); err != nil {
			t.Fatal(err)
		}
	}
	seals := func(c sds.CompanyID) int {
		v, err := tab.VerifyAudits(ctx, c)
		if err != nil || !v.Intact() {
			t.Fatalf("%+v, %v", v, err)
		}
		return v.Seals
	}
	run := func() {
		t.Helper()
		if err := s.run(ctx); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := seals(companies[0]); n != 0 {
		t.Errorf("the day that is not over has %d seals", n)
	}
	clock.Advance(24 * time.Hour)
	run()
	run()
	for _, c := range companies {
		if n := seals(c); n != 1 {
			t.Fatalf("company %s has %d seals", c, n)
		}
	}
	if state, err := tab.SealingState(ctx); err != nil || !state.Done {
		t.Errorf("%+v, %v", state, err)
	}
	clock.Advance(400 * 24 * time.Hour)
	run()
	v, err := tab.VerifyAudits(ctx, companies[1])
	if err != nil || !v.Intact() || v.Removed != 1 || v.Records != 0 {
		t.Errorf("a year later %+v, %v", v, err)
	}
}
