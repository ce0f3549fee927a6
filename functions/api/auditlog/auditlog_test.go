package auditlog_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/auditlog"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

const path = "/companies/{id}/audit_logs"

func get(t *testing.T, w *apitest.World, as *company.User, query url.Values) auditlog.AuditRecords {
	t.Helper()
	plain := ""
	for name := range query {
		plain += "&" + name + "=" + query.Get(name)
	}
	r := w.Do(t, apitest.Request{Method: "GET", Path: path + "?" + plain, As: as, Lang: "ja"})
	if r.Status != 200 {
		t.Fatalf("%s: %+v", plain, r)
	}
	var list auditlog.AuditRecords
	r.Into(t, &list)
	return list
}

func actions(list auditlog.AuditRecords) (names []string) {
	for _, r := range list.Items {
		names = append(names, r.Action)
	}
	return names
}

// An administrator reads who did what, when and from where; others and other companies'
// administrators read nothing of it.
func TestWhoDidWhat(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	stranger := w.User(t, w.Company(t), access.Admin)
	w.Clock.Advance(time.Minute)
	tag := apitest.Request{Method: "POST", Path: "/companies/{id}/tags", As: &admin, Body: map[string]any{"name": "乾燥剤"}, Headers: map[string]string{"CloudFront-Viewer-Address": "203.0.113.9:443", "User-Agent": "Firefox/150"}}
	if r := w.Do(t, tag); r.Status != 201 {
		t.Fatalf("%+v", r)
	}
	list := get(t, w, &admin, nil)
	if len(list.Items) == 0 {
		t.Fatal("no records")
	}
	got := list.Items[0]
	if got.Action != "tag.created" || got.Text != "タグを作成" || got.Category != "company" || got.UserID != admin.ID || got.UserName != strings.TrimSpace(admin.Name()) ||
		got.Address != "203.0.113.9" || got.Agent != "Firefox/150" || got.Request == "" || len(got.Targets) != 1 || got.Targets[0].Name != "乾燥剤" || !got.At.Equal(w.Clock.Now()) {
		t.Errorf("%+v", got)
	}
	if theirs := get(t, w, &stranger, nil); strings.Contains(fmt.Sprint(theirs), "乾燥剤") || strings.Contains(fmt.Sprint(actions(theirs)), "tag.created") {
		t.Errorf("another company reads %+v", theirs)
	}
	for _, below := range []string{"", "/csv", "/verification"} {
		w.Run(t,
			apitest.Scenario{Name: "an editor" + below, Request: apitest.Request{Method: "GET", Path: path + below, As: &editor}, Status: 403, Code: "permission.denied"},
			apitest.Scenario{Name: "another company" + below, Request: apitest.Request{Method: "GET", Path: "/companies/" + string(c.ID) + "/audit_logs" + below, As: &stranger}, Status: 404},
		)
	}
}

// The first user of a company has a name in the records of its registration, of which it is the target.
func TestTheFirstUserHasAName(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	for _, a := range []table.Audit{
		{By: admin.ID, Action: "company.signed_up", Target: string(admin.ID)},
		{By: admin.ID, Action: "user.activated", Target: string(admin.ID)},
	} {
		if err := w.Table.Begin(c.ID).Audit(a).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	name := strings.TrimSpace(admin.Name())
	for _, r := range get(t, w, &admin, nil).Items[:2] {
		if r.UserName != name || len(r.Targets) > 0 && r.Targets[0].Name != name {
			t.Errorf("%s: %q, %+v", r.Action, r.UserName, r.Targets)
		}
	}
}

func TestFilters(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	begun := w.Clock.Now()
	for i, a := range []table.Audit{
		{By: admin.ID, Action: "user.signed_in", Target: string(admin.ID), Address: "192.0.2.1"},
		{By: editor.ID, Action: "sheet.edited", Target: "s1", Address: "192.0.2.2"},
		{By: editor.ID, Action: "sheet.deleted", Target: "s1,s2", Address: "192.0.2.2"},
		{Action: "sheet.analysed", Target: "s3"},
	} {
		w.Clock.Advance(time.Duration(i+1) * time.Minute)
		if err := w.Table.Begin(c.ID).Audit(a).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	at := func(minutes int) string { return begun.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339) }
	for name, tt := range map[string]struct {
		query url.Values
		want  string
	}{
		"all":               {url.Values{"from": {at(1)}}, "[user.session_begun sheet.analysed sheet.deleted sheet.edited user.signed_in]"},
		"a span":            {url.Values{"from": {at(2)}, "to": {at(6)}}, "[sheet.edited]"},
		"a user":            {url.Values{"user_id": {string(editor.ID)}}, "[sheet.deleted sheet.edited]"},
		"the system":        {url.Values{"by": {"system"}, "from": {at(1)}}, "[sheet.analysed]"},
		"people":            {url.Values{"by": {"people"}, "from": {at(1)}}, "[user.session_begun sheet.deleted sheet.edited user.signed_in]"},
		"categories":        {url.Values{"category": {"sign_in,factor"}}, "[user.session_begun user.signed_in]"},
		"a sheet":           {url.Values{"target": {"s2"}}, "[sheet.deleted]"},
		"an address":        {url.Values{"address": {"192.0.2.2"}}, "[sheet.deleted sheet.edited]"},
		"two conditions":    {url.Values{"address": {"192.0.2.2"}, "target": {"s1"}, "to": {at(6)}}, "[sheet.edited]"},
		"nobody's category": {url.Values{"category": {"checklist"}}, "[]"},
	} {
		if got := fmt.Sprint(actions(get(t, w, &admin, tt.query))); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "reversed", Request: apitest.Request{Method: "GET", Path: path + "?from=" + at(6) + "&to=" + at(2), As: &admin, Lang: "ja"}, Status: 400, Field: "to audit.reversed"},
		apitest.Scenario{Name: "no category", Request: apitest.Request{Method: "GET", Path: path + "?category=secrets", As: &admin}, Status: 400},
		apitest.Scenario{Name: "no cursor", Request: apitest.Request{Method: "GET", Path: path + "?cursor=../..", As: &admin}, Status: 400},
	)
}

// A registration is one line of the person and one of the system, unless all steps of its analysis are asked for.
func TestStepsOfAnAnalysis(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	begun := w.Clock.Now().Add(time.Minute).Format(time.RFC3339)
	w.Clock.Advance(time.Minute)
	for _, a := range []table.Audit{
		{By: admin.ID, Action: "upload.allowed"},
		{By: admin.ID, Action: "sheet.registered", Target: "s1"},
		{Action: "sheet.file_arrived", Target: "s1"},
		{Action: "file.clean"},
		{Action: "sheet.file_searched", Target: "s1"},
		{Action: "sheet.status", Target: "s1"},
		{Action: "sheet.status", Target: "s1"},
		{Action: "sheet.analysed", Target: "s1"},
		{Action: "analysis.settled", Target: "s1"},
	} {
		w.Clock.Advance(time.Second)
		if err := w.Table.Begin(c.ID).Audit(a).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	query := url.Values{"from": {begun}, "category": {"sheet"}}
	if got := len(get(t, w, &admin, query).Items); got != 9 {
		t.Errorf("%d records with all steps, want 9", got)
	}
	query.Set("steps", "without")
	if got := fmt.Sprint(actions(get(t, w, &admin, query))); got != "[sheet.analysed sheet.registered]" {
		t.Errorf("without steps %s", got)
	}
	if r := w.Do(t, apitest.Request{Method: "GET", Path: path + "/csv?steps=without&category=sheet&from=" + begun, As: &admin, Lang: "en"}); r.Status != 200 || strings.Count(r.Body, "\n") != 3 || strings.Contains(r.Body, "sheet.status") {
		t.Errorf("the file: %+v", r)
	}
}

// A login is one line, of the session with its address, unless its steps are asked for. An attempt that failed and a login
// without a session are lines of their own.
func TestStepsOfALogin(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Editor), w.User(t, c, access.Viewer)
	w.Clock.Advance(time.Minute)
	begun := w.Clock.Now().Format(time.RFC3339)
	for _, step := range []struct {
		by     sds.UserID
		action string
	}{
		{editor.ID, "user.sign_in_begun"}, // a wrong password
		{editor.ID, "user.sign_in_begun"},
		{viewer.ID, "user.sign_in_begun"},
		{editor.ID, "user.signed_in"},
		{viewer.ID, "user.signed_in"}, // from an address that is not allowed
		{editor.ID, "user.session_begun"},
		{editor.ID, "user.signed_out"},
	} {
		w.Clock.Advance(time.Minute)
		if err := w.Table.Begin(c.ID).Audit(table.Audit{By: step.by, Action: step.action, Target: string(step.by)}).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(time.Minute)
	query := url.Values{"from": {begun}, "to": {w.Clock.Now().Format(time.RFC3339)}}
	if got := len(get(t, w, &admin, query).Items); got != 7 {
		t.Errorf("%d records with all steps, want 7", got)
	}
	query.Set("steps", "without")
	if got, want := fmt.Sprint(actions(get(t, w, &admin, query))), "[user.signed_out user.session_begun user.signed_in user.sign_in_begun]"; got != want {
		t.Errorf("without steps %s, want %s", got, want)
	}
	query.Set("limit", "3")
	if got, want := fmt.Sprint(actions(get(t, w, &admin, query))), "[user.signed_out user.session_begun user.signed_in]"; got != want {
		t.Errorf("a page without steps %s, want %s", got, want)
	}
	// Wherever a page or the span ends, what follows has no steps of a login that is before it.
	for _, limit := range []string{"1", "2", "3"} {
		query.Set("limit", limit)
		query.Del("cursor")
		var got []string
		for {
			page := get(t, w, &admin, query)
			got = append(got, actions(page)...)
			if page.Next == "" {
				break
			}
			query.Set("cursor", page.Next)
		}
		if want := "[user.signed_out user.session_begun user.signed_in user.sign_in_begun]"; fmt.Sprint(got) != want {
			t.Errorf("pages of %s without steps %s, want %s", limit, got, want)
		}
	}
	query = url.Values{"from": {begun}, "to": {w.Clock.Now().Add(-150 * time.Second).Format(time.RFC3339)}, "steps": {"without"}}
	if got, want := fmt.Sprint(actions(get(t, w, &admin, query))), "[user.signed_in user.sign_in_begun]"; got != want {
		t.Errorf("before the session without steps %s, want %s", got, want)
	}
}

// Pages continue where the one before has ended, whatever is written meanwhile.
func TestPages(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	const n = 7
	for i := range n {
		if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "sheet.edited", Target: fmt.Sprint(i)}).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Second)
	}
	var got []string
	query := url.Values{"category": {"sheet"}, "limit": {"3"}}
	for {
		list := get(t, w, &admin, query)
		for _, r := range list.Items {
			got = append(got, r.Targets[0].ID)
		}
		if list.Next == "" {
			break
		}
		query.Set("cursor", list.Next)
		if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "sheet.edited", Target: "later"}).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(got) != "[6 5 4 3 2 1 0]" {
		t.Errorf("%v", got)
	}
}

func TestDownload(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.LastName, u.FirstName = "=HYPERLINK(1)", "x" })
	if err := w.Table.Begin(c.ID).Audit(table.Audit{By: admin.ID, Action: "address.added", Target: "192.0.2.0/24", Address: "192.0.2.1", Agent: strings.Repeat("あ", 100)}).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"ja": "許可IPアドレスを追加", "en": "Allowed address added"} {
		r := w.Do(t, apitest.Request{Method: "GET", Path: path + "/csv?category=security", As: &admin, Lang: lang})
		if r.Status != 200 || !strings.Contains(r.Body, want) || !strings.Contains(r.Body, "192.0.2.0/24") || !strings.Contains(r.Body, "'=HYPERLINK") || strings.Contains(r.Body, "�") {
			t.Errorf("%+v", r)
		}
		if !strings.HasPrefix(r.Headers.Get("Content-Disposition"), `attachment; filename="audit_log_`) {
			t.Errorf("%v", r.Headers)
		}
	}
	if got := actions(get(t, w, &admin, url.Values{"category": {"security"}})); fmt.Sprint(got) != "[audit.exported audit.exported address.added]" {
		t.Errorf("the downloads are not recorded: %v", got)
	}
}

func TestVerification(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	verify := func() (v auditlog.AuditVerification) {
		t.Helper()
		r := w.Do(t, apitest.Request{Method: "GET", Path: path + "/verification", As: &admin})
		if r.Status != 200 {
			t.Fatalf("%+v", r)
		}
		r.Into(t, &v)
		return v
	}
	if v := verify(); !v.Intact || v.Seals != 0 || v.Open == 0 || v.At != nil {
		t.Errorf("before the first seal %+v", v)
	}
	w.Clock.Advance(time.Minute)
	if _, err := w.Table.SealAudits(t.Context(), c.ID, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	// The session of this request begins after the seal.
	if v := verify(); !v.Intact || v.Seals != 1 || v.Records == 0 || v.Open != 1 || len(v.Last) != 64 {
		t.Errorf("%+v", v)
	}
}
