package overview_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/overview"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

type figure struct {
	Count  int
	Filter map[string]any
}

// Each number is the answer of the count with its filter, for each role.
func TestNumbersAreThoseOfTheirLists(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	full := 100.0
	announced := regulation.Current().CAS(entryFrom(t, "2027-04-01"))[0]
	for _, role := range []access.Role{access.Viewer, access.Admin} {
		me := w.User(t, c, role)
		w.Sheets(t, c, 12, func(i int, s *sds.Sheet) {
			s.Ingredients = []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: &full, High: &full}}}
			switch i % 4 {
			case 0:
				s.Assignees = []sds.UserID{me.ID}
			case 1:
				s.Unreviewed = 2
			case 2:
				s.RevisedOn = "2001-01-01"
				s.Ingredients[0].CAS = []string{announced}
			case 3:
				s.Status = sds.StatusReconfirmation
			}
		})
		answer := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/overview", As: &me, Lang: "ja"})
		if answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		var body map[string]json.RawMessage
		answer.Into(t, &body)
		n := 0
		for name, raw := range body {
			for _, f := range figuresOf(raw) {
				if f.Filter == nil && name != "all" {
					t.Errorf("%s has no filter: %s", name, raw)
				}
				var counted struct{ Count int }
				w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + queryOf(f.Filter), As: &me}).Into(t, &counted)
				if counted.Count != f.Count {
					t.Errorf("%s %v: %d, and %d are counted", name, f.Filter, f.Count, counted.Count)
				}
				if f.Count > 0 {
					n++
				}
			}
		}
		if n < 10 {
			t.Errorf("only %d numbers above 0: %s", n, answer.Body)
		}
		for _, want := range []string{`"law_changes":[{`, `"code":"JP-ISHA"`, `"my_departments":{"count":0,`} {
			if !strings.Contains(answer.Body, want) {
				t.Errorf("no %s in %s", want, answer.Body)
			}
		}
	}
}

// entryFrom is an entry that begins on a day.
func entryFrom(t *testing.T, day string) int {
	t.Helper()
	for _, e := range regulation.Current().Entries("JP-ISHA/SDS/DEFAULT") {
		if e.From == day && e.Group == nil {
			return e.ID
		}
	}
	t.Fatalf("no entry from %s", day)
	return 0
}

// figuresOf are those of a member: one, or a list.
func figuresOf(raw json.RawMessage) []figure {
	var one figure
	var several []figure
	switch {
	case json.Unmarshal(raw, &several) == nil:
		return several
	case json.Unmarshal(raw, &one) == nil:
		return []figure{one}
	}
	return nil
}

func queryOf(filter map[string]any) string {
	q := url.Values{}
	for name, value := range filter {
		if list, is := value.([]any); is {
			for _, v := range list {
				q.Add(name, fmt.Sprint(v))
			}
			continue
		}
		q.Add(name, fmt.Sprint(value))
	}
	return strings.ReplaceAll(strings.ReplaceAll(q.Encode(), "%2F", "/"), "%40", "@")
}

func TestSince(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me := w.User(t, c, access.Viewer)
	ask := func(query, lang string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/overview" + query, As: &me, Lang: lang}
	}
	tomorrow := w.Clock.Now().AddDate(0, 0, 2).Format("2006-01-02")
	w.Run(t,
		apitest.Scenario{Name: "nobody", Request: apitest.Request{Method: "GET", Path: "/companies/" + string(c.ID) + "/overview"}, Status: 401},
		apitest.Scenario{Name: "of the last visit", Request: ask("?since=2025-01-31", "ja"), Status: 200, Contains: []string{`"since":"2025-01-31"`}},
		apitest.Scenario{Name: "no day", Request: ask("?since=yesterday", "ja"), Status: 400, Field: "since input.pattern"},
		apitest.Scenario{Name: "in the future", Request: ask("?since="+tomorrow, "ja"), Status: 400, Field: "since " + string(overview.CodeSince), Contains: []string{"今日までの日付"}},
		apitest.Scenario{Name: "too long ago", Request: ask("?since=1899-12-31", "en"), Status: 400, Field: "since " + string(overview.CodeSince), Contains: []string{"up to today"}},
	)
}

// Administrators learn how many colleagues no mail reaches; others do not.
func TestUnreachablePeople(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	stopped := func(u *company.User) {
		u.Undeliverable = &company.Undeliverable{Why: company.Bounced, At: w.Clock.Now()}
	}
	w.User(t, c, access.Editor, stopped)
	w.User(t, c, access.Viewer, stopped)
	w.User(t, w.Company(t), access.Viewer, stopped)
	for role, want := range map[access.Role]int{access.Admin: 2, access.Editor: 0, access.Viewer: 0} {
		me := w.User(t, c, role)
		var body struct {
			Unreachable int `json:"unreachable_users"`
		}
		w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/overview", As: &me}).Into(t, &body)
		if body.Unreachable != want {
			t.Errorf("%v: %d", role, body.Unreachable)
		}
	}
}
