package periodic

import (
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/common/upkeep"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

func newWorker(w *apitest.World) *worker {
	return &worker{
		Services: upkeep.Services{
			Table: w.Table, Schedules: scheduler.New(w.Timer, "g", "r", "f"), Mail: mailer.New(w.Mailbox, "x@anzen.example"), AppURL: apitest.AppURL,
		},
		exports: workflow.New(w.Machine, "export"), now: w.Clock.Now, log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// setting makes a daily setting with its schedule.
func setting(t *testing.T, w *apitest.World, owner, recipient company.User) periodic.Setting {
	t.Helper()
	x := w.Table.Begin(owner.Company).Audit(table.Audit{Action: "test"})
	s := x.CreatePeriodic(periodic.Setting{
		ID: sds.NewID[periodic.ID](), Name: "日次", Owner: owner.ID, Enabled: true, Recipient: recipient.ID, Times: periodic.Times{Frequency: periodic.Daily},
		Export: periodic.Export{Type: "sheets", Format: "csv", Encoding: "shift_jis", Lang: "ja"},
	}, 10)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := upkeep.Align(t.Context(), newWorker(w).Services, s.Company, s.ID); err != nil {
		t.Fatal(err)
	}
	return s
}

func reread(t *testing.T, w *apitest.World, s periodic.Setting) periodic.Setting {
	t.Helper()
	s, err := w.Table.PeriodicSetting(t.Context(), s.Company, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// due is an occurrence of a daily setting.
func due(s periodic.Setting, days int) upkeep.Occurrence {
	at := time.Date(2026, 11, 20+days, 21, 0, 0, 0, time.UTC)
	return upkeep.Occurrence{Company: s.Company, Setting: s.ID, At: at.Format(time.RFC3339)}
}

func TestAnOccurrenceBeginsOnce(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	s, by := setting(t, w, admin, viewer), newWorker(w)
	call := func(o upkeep.Occurrence) {
		t.Helper()
		if err := by.run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		call(due(s, 0))
	}
	jobs, err := w.Table.Jobs(t.Context(), c.ID, admin.ID)
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%+v %v", jobs, err)
	}
	j := jobs[0]
	if j.Kind != job.Export || j.Lang != "ja" || j.Title != "日次" || !slices.Equal(j.Readers, []sds.UserID{viewer.ID}) || !strings.Contains(string(j.Params), `"Encoding":"shift_jis"`) || w.Machine.Started[execution.Name(j.ID, 1)] == nil {
		t.Errorf("%+v %v", j, w.Machine.Started)
	}
	stranger := w.User(t, c, access.Admin)
	for _, who := range []struct {
		as     company.User
		status int
	}{{admin, 200}, {viewer, 200}, {stranger, 404}} {
		if r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/jobs/" + string(j.ID), As: &who.as}); r.Status != who.status {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if r := w.Do(t, apitest.Request{Method: "DELETE", Path: "/companies/{id}/jobs/" + string(j.ID), As: &viewer}); r.Status != 404 {
		t.Errorf("a recipient cancels: %d %s", r.Status, r.Body)
	}
	if now := reread(t, w, s); now.LastJob != string(j.ID) || !now.LastAt.Equal(w.Clock.Now()) {
		t.Errorf("%+v", now)
	}
	call(due(s, 1))
	call(due(s, 0)) // late, and overtaken
	call(upkeep.Occurrence{Company: s.Company, Setting: s.ID, At: "2026-11-22T20:00:00Z"})
	if jobs, _ := w.Table.Jobs(t.Context(), c.ID, admin.ID); len(jobs) != 2 {
		t.Errorf("%d jobs", len(jobs))
	}
	if err := by.run(t.Context(), upkeep.Occurrence{Company: s.Company, Setting: s.ID, At: "tomorrow"}); err == nil {
		t.Error("a time that is none was read")
	}
}

func TestWhatMustNotRunIsDisabled(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(t *testing.T, w *apitest.World, c company.Company, owner, recipient company.User)
		why    periodic.Reason
		text   string
	}{
		"the owner is removed": {func(t *testing.T, w *apitest.World, _ company.Company, owner, _ company.User) { w.Remove(t, owner) }, periodic.OwnerGone, "削除"},
		"the owner is deactivated": {func(t *testing.T, w *apitest.World, _ company.Company, owner, _ company.User) {
			w.Edit(t, owner, func(u *company.User) { u.Active = false })
		}, periodic.OwnerGone, "無効"},
		"the owner is an editor now": {func(t *testing.T, w *apitest.World, _ company.Company, owner, _ company.User) {
			w.Edit(t, owner, func(u *company.User) { u.Role = access.Editor })
		}, periodic.OwnerDemoted, "権限"},
		"a recipient is removed": {func(t *testing.T, w *apitest.World, _ company.Company, _, recipient company.User) {
			w.Remove(t, recipient)
		}, periodic.RecipientGone, "送信先"},
		"mails to the only recipient come back": {func(t *testing.T, w *apitest.World, _ company.Company, _, recipient company.User) {
			w.Edit(t, recipient, func(u *company.User) { u.StopMail(company.Bounced, w.Clock.Now(), w.Clock.Now()) })
		}, periodic.Unreachable, "届かない"},
		"the plan is free now": {func(t *testing.T, w *apitest.World, c company.Company, _, _ company.User) {
			x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
			c.Plan = plan.Free
			x.WriteCompany(c)
			if err := x.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
		}, periodic.PlanEnded, "プラン"},
	} {
		t.Run(name, func(t *testing.T) {
			w := apitest.New(t)
			c := w.Company(t)
			owner, recipient, other := w.User(t, c, access.Admin), w.User(t, c, access.Viewer), w.User(t, c, access.Admin)
			s, by := setting(t, w, owner, recipient), newWorker(w)
			tt.change(t, w, c, owner, recipient)
			// The mail cannot be sent at first: it is pending, and the sweep sends it.
			w.Mailbox.Fail = errors.New("SES is down")
			if err := by.run(t.Context(), due(s, 0)); err == nil {
				t.Error("a mail that is not sent goes unnoticed")
			}
			if err := by.run(t.Context(), due(s, 0)); err != nil {
				t.Error(err)
			}
			if now := reread(t, w, s); now.Enabled || now.Disabled != tt.why || len(w.Mailbox.Mails) != 0 {
				t.Fatalf("%+v %+v", now, w.Mailbox.Mails)
			}
			w.Mailbox.Fail = nil
			w.Clock.Advance(time.Minute)
			for range 2 {
				if err := by.sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			mails := map[string]int{}
			for _, m := range w.Mailbox.Mails {
				mails[m.To]++
				if !strings.Contains(m.Text, tt.text) || !strings.Contains(m.Text, "日次") || !strings.Contains(m.Text, "/#/company/periodic_export") {
					t.Errorf("%s", m.Text)
				}
			}
			if mails[other.Email] != 1 || mails[recipient.Email] != 0 {
				t.Errorf("notified %v", mails)
			}
			if w.Timer.Schedules[string(s.ID)].Enabled {
				t.Error("the schedule is still enabled")
			}
			if jobs, _ := w.Table.Jobs(t.Context(), c.ID, owner.ID); len(jobs) != 0 {
				t.Errorf("%d jobs", len(jobs))
			}
			if owed, err := w.Table.AllUnaligned(t.Context()); err != nil || len(owed) != 0 {
				t.Errorf("still owed: %+v %v", owed, err)
			}
		})
	}
}

// Schedules left behind by a crash are corrected by their own call.
func TestAScheduleThatIsLateToFollow(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s, by := setting(t, w, admin, admin), newWorker(w)
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	changed := s
	changed.Times = periodic.Times{Frequency: periodic.Monthly, Day: "1"}
	changed = x.WritePeriodic(changed)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := by.run(t.Context(), due(s, 0)); err != nil {
		t.Fatal(err)
	}
	if got := w.Timer.Schedules[string(s.ID)].Expression; got != "cron(0 6 1 * ? *)" {
		t.Errorf("the schedule is %s", got)
	}
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"}).DeletePeriodic(changed).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := by.run(t.Context(), due(s, 1)); err != nil {
		t.Fatal(err)
	}
	if jobs, _ := w.Table.Jobs(t.Context(), c.ID, admin.ID); len(jobs) != 0 || len(w.Timer.Schedules) != 0 {
		t.Errorf("%d jobs, schedules %v", len(jobs), w.Timer.Schedules)
	}
}
