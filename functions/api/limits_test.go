package api_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

// The bodies of public routes are small, and those of all others limited.
func TestEveryRouteHasItsLimit(t *testing.T) {
	for _, r := range api.Routes() {
		switch {
		case r.MaxBody <= 0 || r.MaxBody > rest.LargestBody, r.MaxValues <= 0 || r.MaxValues > rest.SheetValues:
			t.Errorf("%s takes %d bytes with %d values", r.ID, r.MaxBody, r.MaxValues)
		case r.Rule.IsPublic() && (r.MaxBody > 64<<10 || r.MaxValues > 1000):
			t.Errorf("%s takes %d bytes with %d values from anybody", r.ID, r.MaxBody, r.MaxValues)
		}
	}
}

// Every route refuses hostile bodies of the largest size at a cost in proportion to the
// size, with an answer that does not repeat them.
func TestEveryRouteRefusesHostileBodies(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Plan = plan.Unlimited })
	admin := w.User(t, c, access.Admin)
	members := func(size int, format string) string {
		var b strings.Builder
		b.WriteString(`{"x":0`)
		for i := 0; b.Len() < size-100; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String() + "}"
	}
	for _, r := range api.Routes() {
		if r.Method == http.MethodGet {
			continue
		}
		size := int(r.MaxBody)
		for name, body := range map[string]string{
			"unknown members":        members(size, `,"k%d":1`),
			"few long members":       members(size, `,"`+strings.Repeat("a", 110)+`%d":{}`),
			"members with dots":      members(size, `,"`+strings.Repeat("a.", 50)+`%d":{}`),
			"as many values as pass": members(min(size, 12*r.MaxValues), `,"a%d":1`),
			"nested":                 `{"x":` + strings.Repeat("[", size/2-10) + strings.Repeat("]", size/2-10) + "}",
			"a long text":            `{"x":"` + strings.Repeat("x", size-20) + `"}`,
			"over the limit":         `{"x":"` + strings.Repeat("x", size) + `"}`,
			"no JSON":                strings.Repeat(`"`, size-1),
		} {
			q := request(r, &admin)
			q.Body = body
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			answer := w.Do(t, q)
			runtime.ReadMemStats(&after)
			used := after.TotalAlloc - before.TotalAlloc
			if answer.Status < 400 && r.Rule.IsPublic() && !strings.Contains(r.Path, "{") || answer.Status >= 500 || len(answer.Body) > 64<<10 {
				t.Errorf("%s, %s: %d with %d bytes", r.ID, name, answer.Status, len(answer.Body))
			}
			if name == "over the limit" && answer.Status != http.StatusRequestEntityTooLarge {
				t.Errorf("%s, %s: %d %s", r.ID, name, answer.Status, answer.Body)
			}
			if used > uint64(40*size)+16<<20 {
				t.Errorf("%s, %s: %d bytes take %d of memory", r.ID, name, len(body), used)
			}
		}
	}
}

// A query that is too long is refused before it is parsed.
func TestEveryRouteRefusesHostileQueries(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	for _, r := range api.Routes() {
		for name, query := range map[string]string{
			"long":               "text=" + strings.Repeat("x", 9000),
			"many parameters":    strings.Repeat("a=&", 2000),
			"as many as pass":    strings.Repeat("h_code=H300,&", 490),
			"many values of one": "h_code=" + strings.Repeat(",", 8000),
		} {
			q := request(r, &admin)
			q.Body = ""
			q.Path += "?" + query
			answer := w.Do(t, q)
			if answer.Status >= 500 || answer.Status == 400 && len(answer.Body) > 64<<10 {
				t.Errorf("%s, %s: %d with %d bytes", r.ID, name, answer.Status, len(answer.Body))
			}
			if name == "long" || name == "many parameters" {
				if code := answer.Problem(t).Code; answer.Status != 400 || code != string(rest.CodeLongQuery) {
					t.Errorf("%s, %s: %d %s", r.ID, name, answer.Status, code)
				}
			}
		}
	}
}
