package periodic_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/filter"
	"anzen/functions/api/periodic"
	"anzen/functions/common/upkeep"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	domain "anzen/shared/domain/periodic"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

const settings = "/companies/{id}/periodic_export/settings"

func body(to company.User, change map[string]any) map[string]any {
	b := map[string]any{"name": "月次", "recipient_id": to.ID, "frequency": "monthly", "export_date": "last", "format": "csv", "type": "sheets"}
	for name, value := range change {
		if value == nil {
			delete(b, name)
		} else {
			b[name] = value
		}
	}
	return b
}

func create(as, to company.User, change map[string]any) apitest.Request {
	return apitest.Request{Method: "POST", Path: settings, As: &as, Body: body(to, change), Lang: "ja"}
}

func made(t *testing.T, r apitest.Response) periodic.Setting {
	t.Helper()
	var s periodic.Setting
	r.Into(t, &s)
	return s
}

func TestSettingFromBeginningToEnd(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	var s periodic.Setting
	w.Run(t, apitest.Scenario{
		Name: "create", Request: create(admin, viewer, map[string]any{"cc_recipient_ids": []any{admin.ID}, "filter": map[string]any{"status_group": []string{"completed"}}}), Status: 201,
		After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			s = made(t, r)
			// The world's time is 2026-11-20 18:00 in Tokyo.
			if s.NextAt.UTC().Format("2006-01-02T15:04") != "2026-11-29T21:00" || s.LastAt != nil || s.Owner.ID != admin.ID || s.Recipient.Email != viewer.Email || s.Encoding != "utf-8" || s.Language != "ja" || stated(t, s.Filter) != "status_group=completed" {
				t.Errorf("%s", r.Body)
			}
			at := w.Timer.Schedules[string(s.ID)]
			if at.Expression != "cron(0 6 L * ? *)" || at.Timezone != "Asia/Tokyo" || !at.Enabled || !strings.Contains(at.Input, `"at":"<aws.scheduler.scheduled-time>"`) || !strings.Contains(at.Input, string(c.ID)) {
				t.Errorf("schedule %+v", at)
			}
			if owed, err := w.Table.AllUnaligned(t.Context()); err != nil || len(owed) != 0 {
				t.Errorf("still to follow: %v %v", owed, err)
			}
		},
	})
	one := settings + "/" + string(s.ID)
	patch := func(version int64, b string) apitest.Request {
		return apitest.Request{Method: "PATCH", Path: one, As: &admin, IfMatch: fmt.Sprint(version), Body: b, Lang: "ja"}
	}
	w.Run(t,
		apitest.Scenario{Name: "get", Request: apitest.Request{Method: "GET", Path: one, As: &admin}, Status: 200, Contains: []string{`"frequency":"monthly"`, `"export_date":"last"`}},
		apitest.Scenario{Name: "weekly", Request: patch(1, `{"frequency":"weekly","weekday":"friday","character_code":"shift_jis"}`), Status: 200, Contains: []string{`"next_execution_at":"2026-11-26T21:00:00Z"`, `"version":2`}, Lacks: []string{"export_date"}, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if at := w.Timer.Schedules[string(s.ID)]; at.Expression != "cron(0 6 ? * FRI *)" {
				t.Errorf("schedule %+v", at)
			}
		}},
		apitest.Scenario{Name: "a weekday that is missing", Request: patch(2, `{"frequency":"weekly"}`), Status: 400, Field: "weekday periodic.weekday"},
		apitest.Scenario{Name: "stale", Request: patch(1, `{}`), Status: 412},
		apitest.Scenario{Name: "off", Request: patch(2, `{"is_enabled":false}`), Status: 200, Contains: []string{`"disabled_reason":"by_hand"`}, Lacks: []string{"next_execution_at"}, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if at := w.Timer.Schedules[string(s.ID)]; at.Enabled {
				t.Errorf("schedule %+v", at)
			}
		}},
		apitest.Scenario{Name: "list", Request: apitest.Request{Method: "GET", Path: settings, As: &admin}, Status: 200, Contains: []string{`"total":1`, `"page":1`, `"max":3`}},
		apitest.Scenario{Name: "delete", Request: apitest.Request{Method: "DELETE", Path: one, As: &admin}, Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if len(w.Timer.Schedules) != 0 {
				t.Errorf("schedules %+v", w.Timer.Schedules)
			}
		}},
		apitest.Scenario{Name: "gone", Request: apitest.Request{Method: "GET", Path: one, As: &admin}, Status: 404},
	)
	if len(w.Mailbox.Mails) != 0 {
		t.Errorf("mails about what a person did: %+v", w.Mailbox.Mails)
	}
}

func TestWhatIsWrongWithASetting(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	asleep := w.User(t, c, access.Editor, func(u *company.User) { u.Active = false })
	eleven := make([]any, 11)
	for i := range eleven {
		eleven[i] = sds.NewID[sds.UserID]()
	}
	editor := w.User(t, c, access.Editor)
	for name, tt := range map[string]struct {
		change map[string]any
		field  string
	}{
		"a user of another company": {map[string]any{"recipient_id": stranger.ID}, "recipient_id periodic.recipient"},
		"an inactive user":          {map[string]any{"cc_recipient_ids": []any{asleep.ID}}, "cc_recipient_ids[0] periodic.recipient"},
		"the recipient once more":   {map[string]any{"cc_recipient_ids": []any{viewer.ID}}, "cc_recipient_ids[0] periodic.recipient_twice"},
		"eleven":                    {map[string]any{"cc_recipient_ids": eleven}, "cc_recipient_ids input.too_many_items"},
		"a day for daily":           {map[string]any{"frequency": "daily"}, "export_date periodic.day"},
		"no day":                    {map[string]any{"export_date": nil}, "export_date periodic.day"},
		"the 31st":                  {map[string]any{"export_date": "31"}, "export_date input.choice"},
		"an unknown filter":         {map[string]any{"filter": map[string]any{"x": []string{"1"}}}, "filter.x input.unknown_field"},
		"an unknown column":         {map[string]any{"columns": []string{"name", "x"}}, "columns[1] periodic.column"},
		"an unknown type":           {map[string]any{"type": "x"}, "type input.choice"},
		"a name of spaces":          {map[string]any{"name": "　"}, "name input.required"},
	} {
		w.Run(t, apitest.Scenario{Name: name, Request: create(admin, viewer, tt.change), Status: 400, Field: tt.field})
	}
	w.Run(t,
		apitest.Scenario{Name: "an editor may not", Request: create(editor, viewer, nil), Status: 403},
		apitest.Scenario{Name: "possible recipients", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/periodic_export/sendable-users", As: &admin}, Status: 200, Contains: []string{`"total":3`, viewer.Email}, Lacks: []string{asleep.Email, stranger.Email}},
	)
	if len(w.Timer.Schedules) != 0 {
		t.Errorf("%+v", w.Timer.Schedules)
	}
}

func TestThePlanLimitsTheCount(t *testing.T) {
	w := apitest.New(t)
	free := w.User(t, w.Company(t, func(c *company.Company) { c.Plan = plan.Free }), access.Admin)
	small := w.User(t, w.Company(t, func(c *company.Company) { c.Plan = 100 }), access.Admin)
	w.Run(t, apitest.Scenario{Name: "the free plan", Request: create(free, free, nil), Status: 402, Code: "periodic.limit", Contains: []string{"お問い合わせ"}})
	var mu sync.Mutex
	var group sync.WaitGroup
	statuses := map[int]int{}
	for range 4 {
		group.Go(func() {
			r := w.Do(t, create(small, small, nil))
			mu.Lock()
			defer mu.Unlock()
			statuses[r.Status]++
		})
	}
	group.Wait()
	if statuses[201] != 1 || statuses[402] != 3 {
		t.Errorf("of four at the same time: %v", statuses)
	}
	var list periodic.SettingList
	w.Do(t, apitest.Request{Method: "GET", Path: settings, As: &small}).Into(t, &list)
	w.Run(t,
		apitest.Scenario{Name: "delete", Request: apitest.Request{Method: "DELETE", Path: settings + "/" + string(list.Items[0].ID), As: &small}, Status: 204},
		apitest.Scenario{Name: "which makes room", Request: create(small, small, nil), Status: 201},
	)
}

func TestTheSameKeyMakesOne(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	q := create(admin, admin, nil)
	q.Key = "k"
	first, second := w.Do(t, q), w.Do(t, q)
	if first.Status != 201 || made(t, first).ID != made(t, second).ID || len(w.Timer.Schedules) != 1 {
		t.Errorf("%s\n%s", first.Body, second.Body)
	}
}

// After a crash between the record and its schedule, following again aligns them.
func TestTheScheduleFollowsLater(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	w.Timer.Fail = errors.New("the Scheduler is down")
	s := made(t, w.Do(t, create(admin, admin, nil)))
	owed, err := w.Table.AllUnaligned(t.Context())
	if err != nil || len(owed) != 1 || owed[0].Setting != s.ID {
		t.Fatalf("%v %v", owed, err)
	}
	w.Timer.Fail, w.Timer.Schedules = nil, map[string]apitest.Schedule{}
	services := upkeep.Services{Table: w.Table, Schedules: scheduler.New(w.Timer, "g", "r", "f")}
	follow := func() {
		t.Helper()
		if err := upkeep.Align(t.Context(), services, c.ID, s.ID); err != nil {
			t.Fatal(err)
		}
		if owed, err := w.Table.AllUnaligned(t.Context()); err != nil || len(owed) != 0 {
			t.Fatalf("%v %v", owed, err)
		}
	}
	follow()
	if !w.Timer.Schedules[string(s.ID)].Enabled {
		t.Errorf("%+v", w.Timer.Schedules)
	}
	w.Timer.Fail = errors.New("the Scheduler is down")
	if r := w.Do(t, apitest.Request{Method: "DELETE", Path: settings + "/" + string(s.ID), As: &admin}); r.Status != 204 {
		t.Fatal(r.Body)
	}
	w.Timer.Fail = nil
	follow()
	if len(w.Timer.Schedules) != 0 {
		t.Errorf("%+v", w.Timer.Schedules)
	}
}

// The user who enables an automatically disabled setting becomes its owner.
func TestEnablingAgain(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	owner, other := w.User(t, c, access.Admin), w.User(t, c, access.Admin)
	s := made(t, w.Do(t, create(owner, owner, nil)))
	w.Edit(t, owner, func(u *company.User) { u.Role = access.Editor })
	record, err := w.Table.PeriodicSetting(t.Context(), c.ID, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	record = x.DisablePeriodic(record, domain.OwnerDemoted)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Run(t,
		apitest.Scenario{Name: "says why", Request: apitest.Request{Method: "GET", Path: settings, As: &other, Lang: "ja"}, Status: 200, Contains: []string{`"disabled_reason":"owner_demoted"`, "権限が変更"}},
		apitest.Scenario{
			Name: "enable", Request: apitest.Request{Method: "PATCH", Path: settings + "/" + string(s.ID), As: &other, IfMatch: fmt.Sprint(record.Version), Body: `{"is_enabled":true}`}, Status: 200,
			After: func(t *testing.T, w *apitest.World, r apitest.Response) {
				if s := made(t, r); s.Owner.ID != other.ID || !s.Enabled || s.Disabled != "" || !w.Timer.Schedules[string(s.ID)].Enabled {
					t.Errorf("%s", r.Body)
				}
			},
		},
	)
}

// stated is a filter of an answer in its text form.
func stated(t *testing.T, f *filter.Filters) string {
	t.Helper()
	of, err := f.Filter()
	if err != nil {
		t.Fatal(err)
	}
	return string(of.Text())
}

// A setting runs at once as a job of the caller, also a paused one; the runs list it.
func TestRunNow(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	owner, caller, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	s := made(t, w.Do(t, create(owner, viewer, map[string]any{"is_enabled": false})))
	one := settings + "/" + string(s.ID)
	post := func(as company.User, key string) apitest.Request {
		return apitest.Request{Method: "POST", Path: one + "/run", As: &as, Key: key, Lang: "ja"}
	}
	var started struct {
		Job string `json:"job_id"`
	}
	w.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: post(viewer, ""), Status: 403},
		apitest.Scenario{Name: "run", Request: post(caller, "k"), Status: 202, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &started) }},
		apitest.Scenario{Name: "the same request again", Request: post(caller, "k"), Status: 202, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			if jobs, err := w.Table.Jobs(t.Context(), c.ID, caller.ID); err != nil || len(jobs) != 1 || string(jobs[0].ID) != started.Job || jobs[0].Title != "月次" || len(jobs[0].Readers) != 1 {
				t.Errorf("%+v %v", jobs, err)
			}
		}},
		apitest.Scenario{Name: "its runs", Request: apitest.Request{Method: "GET", Path: one + "/runs", As: &caller}, Status: 200, Contains: []string{`"total":1`, `"state":"queued"`, `"mine":true`}},
		apitest.Scenario{Name: "as another administrator", Request: apitest.Request{Method: "GET", Path: one + "/runs", As: &owner}, Status: 200, Contains: []string{`"mine":false`}},
		apitest.Scenario{Name: "the setting", Request: apitest.Request{Method: "GET", Path: one, As: &owner}, Status: 200, Contains: []string{`"last_job_id":"` + started.Job, `"is_enabled":false`}},
	)
	w.Remove(t, viewer)
	w.Run(t, apitest.Scenario{Name: "a recipient has left", Request: post(caller, ""), Status: 409, Code: "periodic.disabled.recipient_gone", Contains: []string{"送信先"}})
	w.Run(t, apitest.Scenario{Name: "another setting", Request: apitest.Request{Method: "GET", Path: settings + "/" + string(sds.NewID[domain.ID]()) + "/runs", As: &caller}, Status: 404})
}
