package duties_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

type answer struct {
	Items []struct {
		ID              int
		Article         string
		Sheets          int
		Certain         int `json:"certain_sheets"`
		Filter          map[string]any
		RetentionYears  int    `json:"retention_years"`
		VerificationWay string `json:"verification"`
	}
}

// Each number is the count of its filter, for the company and for a department.
func TestDuties(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me := w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	full := 100.0
	w.Sheets(t, c, 6, func(i int, s *sds.Sheet) {
		s.Ingredients = []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: &full, High: &full}}}
		if i < 2 {
			s.Ingredients = []sds.Ingredient{{Name: "水", CAS: []string{"7732-18-5"}, Concentration: &sds.Span{Low: &full, High: &full}}}
		}
	})
	got := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/duties", As: &me, Lang: "ja"})
	if got.Status != 200 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	var all answer
	got.Into(t, &all)
	found := false
	for _, d := range all.Items {
		var counted struct{ Count int }
		w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + queryOf(d.Filter), As: &me}).Into(t, &counted)
		if counted.Count != d.Sheets || d.Certain > d.Sheets || d.Sheets == 0 {
			t.Errorf("%d %v: %d sheets, and %d are counted", d.ID, d.Filter, d.Sheets, counted.Count)
		}
		found = found || d.Article == "有機則第28条" && d.Sheets == 4 && d.Certain == 4 && d.RetentionYears == 3 && d.VerificationWay == "text"
	}
	if !found {
		t.Errorf("no measurement of organic solvents: %s", got.Body)
	}
	downloader := w.User(t, c, access.DownloadableViewer)
	get := func(path string) apitest.Request {
		return apitest.Request{Method: "GET", Path: path, As: &me, Lang: "ja"}
	}
	file := get("/companies/{id}/duties/export?format=csv")
	file.As = &downloader
	foreign := get("/companies/" + string(c.ID) + "/duties")
	foreign.As = &stranger
	w.Run(t,
		apitest.Scenario{Name: "an unknown department", Request: get("/companies/{id}/duties?department_id=x"), Status: 400, Contains: []string{"選択された部署は存在しません"}},
		apitest.Scenario{Name: "another company's", Request: foreign, Status: 404},
		apitest.Scenario{Name: "a file needs the permission", Request: get("/companies/{id}/duties/export"), Status: 403},
		apitest.Scenario{Name: "a file", Request: file, Status: 200, Contains: []string{"有機則第28条", "6か月以内ごと", "条文照合済み", "対象SDS数"}},
	)
}

func queryOf(filter map[string]any) string {
	values := url.Values{}
	for name, value := range filter {
		if list, ok := value.([]any); ok {
			for _, v := range list {
				values.Add(name, fmt.Sprint(v))
			}
			continue
		}
		values.Set(name, strings.TrimSpace(fmt.Sprint(value)))
	}
	return values.Encode()
}
