package api_test

import (
	"net/http"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// way is an input with a name. fill makes the request with the name.
type way struct {
	name string
	fill func(name string) apitest.Request
	// taken is the code where a variant of a name that there is counts as the name;
	// empty where two may have the same.
	taken string
}

// Every input of a name removes invisible characters, refuses what cannot be displayed,
// and treats a variant of a name as the same name.
func TestNamesByEveryWay(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) {
		c.Features = []plan.Feature{plan.FeatureIPRestriction, plan.FeatureChecklists}
	})
	admin := w.User(t, c, access.Admin)
	sheet := w.Sheet(t, c, func(s *sds.Sheet) {})
	post := func(method, path string, body func(name string) any) func(string) apitest.Request {
		return func(name string) apitest.Request {
			return apitest.Request{Method: method, Path: path, As: &admin, Lang: "ja", IfMatch: "1", Body: body(name)}
		}
	}
	of := func(field string, more map[string]any) func(string) any {
		return func(name string) any {
			b := map[string]any{field: name}
			for k, v := range more {
				b[k] = v
			}
			return b
		}
	}
	upload := func() string {
		var forms struct {
			Items []struct {
				ID string `json:"upload_id"`
			}
		}
		w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/get_signed_url", As: &admin, Body: map[string]any{"files": []map[string]any{{"name": "a.pdf", "size": 1}}}}).Into(t, &forms)
		return forms.Items[0].ID
	}
	company, mine := "/companies/{id}", "/companies/{id}/users/"+string(admin.ID)+"/search-criteria"
	ways := []way{
		{"a department", post("POST", company+"/departments", of("name", nil)), "department.name_exists"},
		{"a tag", post("POST", company+"/tags", of("name", nil)), "tag.name_exists"},
		{"a search", post("POST", mine, of("name", map[string]any{"criteria": "h_code=H225"})), "criteria.name_exists"},
		{"a person", post("PUT", "/users/me", of("last_name", nil)), ""},
		{"a company", post("PUT", company, of("name", nil)), ""},
		{"an address", post("POST", company+"/whitelist_ips", of("name", map[string]any{"ip_address": "203.0.113.7"})), ""},
		{"a checklist", post("POST", "/dynamic_lists", of("title", map[string]any{
			"extraction_targets": []string{"composition"}, "dbt_types": []string{"substances"}, "substances": []map[string]any{{"cas": "71-43-2", "threshold": 1, "operator": ">="}},
		})), ""},
		{"a sheet", post("PUT", company+"/sdses/"+string(sheet.ID), of("name", nil)), ""},
		{"a sheet that is registered", post("POST", company+"/sdses", func(name string) any {
			return map[string]any{"department_id_list": []string{}, "sds_list": []map[string]any{{"upload_id": upload(), "name": name}}}
		}), ""},
		{"a newer version of a sheet", post("PUT", company+"/sdses", func(name string) any {
			return map[string]any{"sds_list": []map[string]any{{"sds_id": w.Sheet(t, c, nil).ID, "upload_id": upload(), "name": name}}}
		}), ""},
		{"a periodic export", post("POST", company+"/periodic_export/settings", of("name", map[string]any{
			"recipient_id": admin.ID, "frequency": "daily", "format": "csv", "type": "sheets",
		})), ""},
		{"a PDF", post("POST", company+"/get_signed_url", func(name string) any {
			return map[string]any{"files": []map[string]any{{"name": name + ".pdf", "size": 1, "sha256": strings.Repeat("a", 64)}}}
		}), ""},
		{"an attachment", post("POST", company+"/sdses/"+string(sheet.ID)+"/attachments/get_signed_url", func(name string) any {
			return map[string]any{"files": []map[string]any{{"name": name + ".txt", "size": 1, "sha256": strings.Repeat("a", 64)}}}
		}), ""},
		{"a file of edits", post("POST", company+"/sdses/batch_patch/get_signed_url", func(name string) any {
			return map[string]any{"name": name + ".csv", "size": 1}
		}), ""},
		{"people by CSV", func(name string) apitest.Request {
			q := apitest.Request{Method: "POST", Path: company + "/users/csv/upload", As: &admin, Lang: "ja"}
			return q.Upload(t, "users.csv", "email,last name,first name,role\n"+admin.Email+",\""+name+"\",花子,管理者\n")
		}, ""},
	}
	for _, y := range ways {
		t.Run(y.name, func(t *testing.T) {
			if a := w.Do(t, y.fill("外字\ue000")); a.Status != http.StatusBadRequest || !strings.Contains(a.Body, string(input.CodeUnknown)) {
				t.Errorf("a private character: %d %s", a.Status, a.Body)
			}
			if a := w.Do(t, y.fill("a\x1bb")); a.Status != http.StatusBadRequest || !strings.Contains(a.Body, string(input.CodeControl)) {
				t.Errorf("a control character: %d %s", a.Status, a.Body)
			}
			if a := w.Do(t, y.fill("a"+strings.Repeat("\u0350", 20))); a.Status != http.StatusBadRequest || !strings.Contains(a.Body, string(input.CodeMarks)) {
				t.Errorf("many marks: %d %s", a.Status, a.Body)
			}
			first := w.Do(t, y.fill("安\u200b全\u202eＡ課"))
			if first.Status >= http.StatusMultipleChoices {
				t.Errorf("invisible characters: %d %s", first.Status, first.Body)
			}
			for _, hidden := range []string{"\u200b", "\u202e"} {
				if strings.Contains(first.Body, hidden) {
					t.Errorf("%q is kept: %s", hidden, first.Body)
				}
			}
			if y.taken == "" {
				return
			}
			for _, variant := range []string{"安全Ａ課", "安全a課", "\ufeff安全Ａ\u00ad課\u00a0", "安全Ａ課\u200f"} {
				if a := w.Do(t, y.fill(variant)); a.Status != http.StatusConflict || !strings.Contains(a.Body, y.taken) {
					t.Errorf("%q beside it: %d %s", variant, a.Status, a.Body)
				}
			}
		})
	}
}
