package laws_test

import (
	"fmt"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/laws"
	"anzen/shared/domain/access"
	"anzen/shared/reference/regulation"
)

// The route lists the classes under the numbers that the filters take.
func TestGHSClasses(t *testing.T) {
	w := apitest.New(t)
	viewer := w.User(t, w.Company(t), access.Viewer)
	w.Run(t,
		apitest.Scenario{Name: "nobody", Request: apitest.Request{Method: "GET", Path: "/ghs_classes"}, Status: 401},
		apitest.Scenario{Name: "all", Request: apitest.Request{Method: "GET", Path: "/ghs_classes", As: &viewer}, Status: 200, Contains: []string{
			`"value":1035000,"key":"ozone","text":"オゾン層への有害性 / Hazardous to the ozone layer","textJp":"オゾン層への有害性","textEn":"Hazardous to the ozone layer"`,
			`"value":2029004,"key":"2","text":"区分2 ; Category 2","textJp":"区分2","textEn":"Category 2","itemId":1029000`,
			`"default":{"value":0,`, `"not_classified":{"value":9999999,`, `{"value":3030000,`, `{"value":3029007,`,
		}, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var all laws.GHSOutput
			r.Into(t, &all.Body)
			if len(all.Body.Classes) != 37 {
				t.Errorf("%d classes", len(all.Body.Classes))
			}
		}},
	)
}

func TestLaws(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	viewer := w.User(t, c, access.DownloadableViewer)
	ask := func(path, lang string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/laws" + path, As: &viewer, Lang: lang}
	}
	set := regulation.Current()
	prtr := set.Category("JP-PRTR", "C1")
	yuki := set.Class("JP-ISHA/YUKI/T2")
	var toluene int
	for _, e := range set.ByCAS("108-88-3") {
		if e.Class == "JP-PRTR/C1/DEFAULT" {
			toluene = e.ID
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "nobody", Request: apitest.Request{Method: "GET", Path: "/laws"}, Status: 401},
		apitest.Scenario{Name: "all, before a list changes", Request: ask("?as_of=2027-03-31", "ja"), Status: 200, Contains: []string{`"as_of":"2027-03-31"`, `"code":"JP-CSCL"`, "化学物質排出把握管理促進法"}, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var before laws.LawsOutput
			r.Into(t, &before.Body)
			check(t, &before, "2026-04-01", "announced")
		}},
		apitest.Scenario{Name: "all, from the day on", Request: ask("?as_of=2027-04-01", "en"), Status: 200, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var after laws.LawsOutput
			r.Into(t, &after.Body)
			check(t, &after, "2027-04-01", "in_force")
		}},
		apitest.Scenario{Name: "no day", Request: ask("?as_of=tomorrow", "ja"), Status: 400, Field: "as_of input.pattern"},
		apitest.Scenario{Name: "a category, searched by number", Request: ask(fmt.Sprintf("/%d?q=108-88-3", prtr.ID), "ja"), Status: 200, Contains: []string{`"tier":"category"`, `"total":1`, "トルエン", `"threshold":">= 1"`, `"number":"1-347"`}},
		apitest.Scenario{Name: "with what has to be done", Request: ask(fmt.Sprintf("/%d", yuki.ID), "en"), Status: 200, Contains: []string{`"key":"JP-ISHA/YUKI/T2"`, `"article":"Organic Solvents Ordinance, Art. 28"`}},
		apitest.Scenario{Name: "without a recorded duty", Request: ask(fmt.Sprintf("/%d", set.Category("JP-FOOD", "ADDITIVE").ID), "en"), Status: 200, Contains: []string{`"duties":[]`, `"no_duties":{"ja":"リストが未収録`}},
		apitest.Scenario{Name: "what a version adds", Request: ask(fmt.Sprintf("/%d?from=2027-04-01&limit=1", set.Category("JP-ISHA", "SDS").ID), "en"), Status: 200, Contains: []string{`"from":"2027-04-01"`, `"state":"announced"`}, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var added, all laws.LawOutput
			r.Into(t, &added.Body)
			w.Do(t, ask(fmt.Sprintf("/%d", set.Category("JP-ISHA", "SDS").ID), "en")).Into(t, &all.Body)
			if added.Body.Total == 0 || added.Body.Total >= all.Body.Total {
				t.Errorf("%d of %d entries are added", added.Body.Total, all.Body.Total)
			}
		}},
		apitest.Scenario{Name: "searched by name", Request: ask(fmt.Sprintf("/%d?q=トルエン&as_of=2026-04-01", yuki.ID), "en"), Status: 200, Contains: []string{`"tier":"class"`, `"total":1`, `"class_key":"JP-ISHA/YUKI/T2"`}},
		apitest.Scenario{Name: "a page", Request: ask(fmt.Sprintf("/%d?limit=2&page=2", prtr.ID), "ja"), Status: 200, Contains: []string{`"page":2`, `"total":515`}},
		apitest.Scenario{Name: "beyond the last", Request: ask(fmt.Sprintf("/%d?page=1000", prtr.ID), "ja"), Status: 200, Contains: []string{`"items":[]`}},
		apitest.Scenario{Name: "an entry", Request: ask(fmt.Sprintf("/%d", toluene), "ja"), Status: 200, Contains: []string{`"tier":"entry"`, `"total":1`, `"108-88-3"`}},
		apitest.Scenario{Name: "a law", Request: ask(fmt.Sprintf("/%d", set.Laws()[0].ID), "ja"), Status: 200, Contains: []string{`"tier":"law"`}},
		apitest.Scenario{Name: "nothing", Request: ask("/999", "ja"), Status: 404, Contains: []string{"見つかりません"}},
		apitest.Scenario{Name: "nothing, in English", Request: ask("/x", "en"), Status: 404, Contains: []string{"could not be found"}},
		apitest.Scenario{Name: "too many on a page", Request: ask(fmt.Sprintf("/%d?limit=101", prtr.ID), "ja"), Status: 400, Field: "limit input.number_range"},
	)
}

// check finds the list of notified substances with the version of April 2027 in a state, and another in force.
func check(t *testing.T, out *laws.LawsOutput, inForce, state string) {
	t.Helper()
	if out.Body.Set.Entries < 10000 || out.Body.Set.Substances < 5000 || out.Body.Set.Version == "" {
		t.Errorf("the set: %+v", out.Body.Set)
	}
	for _, l := range out.Body.Laws {
		for _, c := range l.Categories {
			if len(c.Classes) == 0 || c.Name.Ja == "" || c.Name.En == "" || l.Name.Ja == "" || l.Name.En == "" {
				t.Errorf("%s %s lacks a name or its classes", l.Code, c.Code)
			}
			if l.Code != "JP-ISHA" || c.Code != "SDS" {
				continue
			}
			for _, v := range c.Versions {
				if v.From == "2027-04-01" && v.State != state || (v.State == "in_force") != (v.From == inForce) {
					t.Errorf("the version of %s is %s", v.From, v.State)
				}
			}
			if c.Classes[0].Scheduled == 0 || c.Classes[0].Entries < 2000 {
				t.Errorf("%+v", c.Classes[0])
			}
		}
	}
}
