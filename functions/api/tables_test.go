package api_test

import (
	"net/http"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Every input of a table refuses tables that no spreadsheet makes, with an answer that
// does not repeat them.
func TestHostileTables(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureIPRestriction} })
	admin := w.User(t, c, access.Admin)
	sheet := w.Sheet(t, c, func(*sds.Sheet) {})
	upload := func(path string) func(string) apitest.Request {
		return func(content string) apitest.Request {
			q := apitest.Request{Method: "POST", Path: path, As: &admin, Lang: "ja"}
			return q.Upload(t, "a.csv", content)
		}
	}
	ways := map[string]func(content string) apitest.Request{
		"email,last_name,first_name,role_id": upload("/companies/{id}/users/csv/upload"),
		"ip_address,name":                    upload("/companies/{id}/whitelist_ips/bulk_register"),
		"SDS ID,タグ": func(content string) apitest.Request {
			return apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", As: &admin, Lang: "ja", Body: map[string]any{"csv": content}}
		},
	}
	for heading, send := range ways {
		for name, content := range map[string]string{
			"a million columns":         strings.Repeat("x,", 1_000_000),
			"a million columns below":   heading + "\n" + strings.Repeat("x,", 1_000_000),
			"a heading of 2 MB":         strings.Repeat("x", 2_000_000) + "\na",
			"a heading of 20,000":       strings.Repeat("x", 20_000) + "," + heading + "\na",
			"900 long headings":         heading + strings.Repeat(","+strings.Repeat("長", 300), 900) + "\na",
			"a cell of 2 MB":            heading + "\n" + strings.Repeat("x", 2_000_000),
			"2 MB of quotes":            strings.Repeat(`"`, 2_000_000),
			"2 MB of quotes in a cell":  heading + "\n" + strings.Repeat(`"`, 1_999_900),
			"quotes that do not end":    heading + "\n" + strings.Repeat(`"`, 1_999_901),
			"NUL":                       heading + "\n" + strings.Repeat("\x00", 1000),
			"no UTF-8":                  heading + "\n" + strings.Repeat("\xff\xfe", 1000),
			"200,000 rows":              heading + "\n" + strings.Repeat("x,x\n", 200_000),
			"4,000 rows that are wrong": heading + "\n" + strings.Repeat(strings.Repeat("長", 100)+",\n", 4000),
			"one row of 500,000 values": heading + "\n" + string(sheet.ID) + ",\"" + strings.Repeat("x,", 500_000) + "\"\n",
			"rows of many wrong values": heading + "\n" + strings.Repeat(string(sheet.ID)+",\""+strings.Repeat("x,", 200)+"\"\n", 4000),
		} {
			a := w.Do(t, send(content))
			if a.Status != http.StatusBadRequest && a.Status != http.StatusRequestEntityTooLarge || len(a.Body) > 128<<10 {
				t.Errorf("%s, %s: %d with %d bytes: %.200s", heading, name, a.Status, len(a.Body), a.Body)
			}
		}
	}
}
