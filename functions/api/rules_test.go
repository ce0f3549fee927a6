package api_test

import (
	"strconv"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

type fields = map[string]any

// site is a company with one of everything that is entered.
type site struct {
	*apitest.World
	c                company.Company
	admin, user      company.User
	sheet            sds.Sheet
	tag, criteria    string
	department       sds.DepartmentID
	checklist, timer string
}

func newSite(t *testing.T) *site {
	t.Helper()
	w := apitest.New(t)
	s := &site{World: w, c: w.Company(t, func(c *company.Company) {
		c.Plan, c.Features = plan.Unlimited, []plan.Feature{plan.FeatureIPRestriction, plan.FeatureChecklists, plan.FeaturePeriodicExport}
	})}
	s.department = sds.NewID[sds.DepartmentID]()
	x := w.Table.Begin(s.c.ID).Audit(table.Audit{Action: "test"})
	x.CreateDepartment(company.Department{ID: s.department, Name: "研究"})
	s.tag = string(x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: "要確認"}).ID)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.admin, s.user = w.User(t, s.c, access.Admin), w.User(t, s.c, access.Editor)
	s.sheet = w.Sheet(t, s.c, func(r *sds.Sheet) { r.Name, r.Departments = "アセトン", []sds.DepartmentID{s.department} })
	s.criteria = s.made(t, "/companies/{id}/users/"+string(s.admin.ID)+"/search-criteria", fields{"name": "危険物", "criteria": "h_code=H225"})
	s.checklist = s.made(t, "/dynamic_lists", s.definition("法令"))
	s.timer = s.made(t, "/companies/{id}/periodic_export/settings", s.export("毎日"))
	return s
}

func (s *site) definition(title string) fields {
	return fields{"title": title, "extraction_targets": []string{"composition"}, "dbt_types": []string{"substances"}, "substances": []fields{{"cas": "108-88-3", "threshold": 1}}}
}

func (s *site) export(name string) fields {
	return fields{"name": name, "recipient_id": s.admin.ID, "frequency": "daily", "format": "csv", "type": "sheets"}
}

func (s *site) made(t *testing.T, path string, body fields) string {
	t.Helper()
	r := s.Do(t, s.request("POST", path, "", body))
	if r.Status != 201 {
		t.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	var out struct {
		ID        string `json:"id"`
		SettingID string `json:"setting_id"`
		UUID      string `json:"uuid"`
	}
	r.Into(t, &out)
	return out.ID + out.SettingID + out.UUID
}

func (s *site) request(method, path, version string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: path, As: &s.admin, IfMatch: version, Lang: "ja", Body: body}
}

// entry is a way in which a text is entered: it makes the request with the
// text, and says at which path of the answer the error of the text stands.
type entry struct {
	name string
	make func(t *testing.T, text string) apitest.Request
	path string
}

func version(v int64) string { return strconv.FormatInt(v, 10) }

func quoted(cell string) string { return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"` }

// json is a way of a body with the text in a member.
func (s *site) json(name, method, path, version, member string, with fields) entry {
	return entry{name, func(_ *testing.T, text string) apitest.Request {
		body := fields{}
		for k, v := range with {
			body[k] = v
		}
		body[member] = text
		return s.request(method, path, version, body)
	}, member}
}

// cell is a way of a cell in the bulk edit of sheets.
func (s *site) cell(heading, column string) entry {
	return entry{"bulk edit: " + heading, func(_ *testing.T, text string) apitest.Request {
		return s.request("PATCH", "/companies/{id}/sdses/batch_patch", "", fields{"csv": "SDS ID," + heading + "\n" + string(s.sheet.ID) + "," + quoted(text) + "\n"})
	}, "rows[2]." + column}
}

// userCell is a way of a cell in the upload of users.
func (s *site) userCell(heading, column string) entry {
	return entry{"users' CSV: " + heading, func(t *testing.T, text string) apitest.Request {
		cells := map[string]string{"メールアドレス": "new@midori.example", "姓": "山田", "名": "太郎", "権限": "編集者", heading: text}
		var headings, row []string
		for _, h := range []string{"メールアドレス", "姓", "名", "電話番号", "役職", "部署", "権限"} {
			headings, row = append(headings, h), append(row, quoted(cells[h]))
		}
		q := apitest.Request{Method: "POST", Path: "/companies/{id}/users/csv/upload", As: &s.admin, Lang: "ja"}
		return q.Upload(t, "users.csv", strings.Join(headings, ",")+"\n"+strings.Join(row, ",")+"\n")
	}, "rows[2]." + column}
}

// field is a way of the edit of a sheet's field.
func (s *site) field(section int, id, kind string) entry {
	return entry{"edit: " + id, func(_ *testing.T, text string) apitest.Request {
		value := fields{"kind": kind, "text": text}
		if kind == "list" {
			value = fields{"kind": kind, "list": []string{text}}
		}
		return s.request("PUT", "/companies/{id}/sdses/"+string(s.sheet.ID), version(s.sheet.Version), fields{"fields": []fields{{"section": section, "id": id, "action": "edit", "value": value}}})
	}, "fields[0]"}
}

// imported is a way of a document in the Ministry's format.
func (s *site) imported(name, member string, document func(text string) fields) entry {
	return entry{"import: " + name, func(_ *testing.T, text string) apitest.Request {
		return s.request("POST", "/companies/{id}/sdses/exchange", "", fields{"department_id_list": []sds.DepartmentID{s.department}, "document": document(text)})
	}, member}
}

func product(name string, more fields) fields {
	of := fields{"TradeNameJP": name}
	for k, v := range more {
		of[k] = v
	}
	return fields{"Identification": fields{"TradeProductIdentity": of}}
}

// Every rule on what is entered holds in every way in which it is entered, with an error at the
// value that says in both languages what to do, and nothing is stored.
func TestRulesHoldInEveryWayIn(t *testing.T) {
	s := newSite(t)
	sheet := "/companies/{id}/sdses/" + string(s.sheet.ID)
	mine := "/companies/{id}/users/" + string(s.admin.ID) + "/search-criteria"
	user := "/companies/{id}/users/" + string(s.user.ID)
	person := fields{"email": "a@midori.example", "first_name": "太郎", "last_name": "山田", "role_id": 90}
	v := version(s.sheet.Version)

	names := []entry{
		s.json("edit a sheet", "PUT", sheet, v, "name", nil),
		s.imported("name", "name", func(string) fields { return product("a", nil) }),
		s.imported("product", "document.Identification.TradeProductIdentity.TradeNameJP", func(text string) fields { return product(text, nil) }),
		s.field(1, "product_name", "text"), s.field(1, "supplier_name", "text"), s.cell("SDS名", "name"),
	}
	names[1].make = func(_ *testing.T, text string) apitest.Request {
		return s.request("POST", "/companies/{id}/sdses/exchange", "", fields{"name": text, "department_id_list": []sds.DepartmentID{s.department}, "document": product("a", nil)})
	}
	codes := []entry{
		s.field(1, "product_codes", "list"), s.cell("製品コード", "product_codes"),
		s.imported("product code", "document.Identification.TradeProductIdentity.ProductNoUser[0]", func(text string) fields { return product("a", fields{"ProductNoUser": []string{text}}) }),
	}
	tags := []entry{s.json("add a tag", "POST", "/companies/{id}/tags", "", "name", nil), s.json("rename a tag", "PUT", "/companies/{id}/tags/"+s.tag, "1", "name", nil)}
	organisations := []entry{
		s.json("add a department", "POST", "/companies/{id}/departments", "", "name", nil), s.json("rename a department", "PUT", "/companies/{id}/departments/"+string(s.department), "1", "name", nil),
		s.json("position of a user", "PUT", user, version(s.user.Version), "position", nil), s.json("position of an invited one", "POST", "/companies/{id}/users", "", "position", person),
		s.json("own position", "PUT", "/users/me", version(s.admin.Version), "position", nil), s.userCell("役職", "position"),
		s.json("company", "PUT", "/companies/{id}", version(s.c.Version), "name", nil), s.json("company at sign-up", "POST", "/signup", "", "company_name", fields{"first_name": "太郎", "last_name": "山田", "email": "b@midori.example", "phone": "03-1234-5678", "locale": "ja-JP"}),
	}
	people := []entry{
		s.json("invite", "POST", "/companies/{id}/users", "", "last_name", person), s.json("edit a user", "PUT", user, version(s.user.Version), "first_name", nil),
		s.json("own name", "PUT", "/users/me", version(s.admin.Version), "first_name", nil), s.userCell("姓", "last_name"), s.userCell("名", "first_name"),
		s.json("sign-up", "POST", "/signup", "", "last_name", fields{"company_name": "みどり化学", "first_name": "太郎", "email": "b@midori.example", "phone": "03-1234-5678", "locale": "ja-JP"}),
	}
	mails := []entry{
		s.json("invite", "POST", "/companies/{id}/users", "", "email", person), s.userCell("メールアドレス", "email"),
		s.json("sign-up", "POST", "/signup", "", "email", fields{"company_name": "みどり化学", "first_name": "太郎", "last_name": "山田", "phone": "03-1234-5678", "locale": "ja-JP"}),
	}
	phones := []entry{
		s.json("edit a user", "PUT", user, version(s.user.Version), "phone", nil), s.json("invite", "POST", "/companies/{id}/users", "", "phone", person), s.userCell("電話番号", "phone"),
		s.json("own", "PUT", "/users/me", version(s.admin.Version), "phone", nil), s.json("company", "PUT", "/companies/{id}", version(s.c.Version), "phone", nil),
		s.json("sign-up", "POST", "/signup", "", "phone", fields{"company_name": "みどり化学", "first_name": "太郎", "last_name": "山田", "email": "b@midori.example", "locale": "ja-JP"}),
		s.json("inquiry", "POST", "/info/inquiry", "", "phone", fields{"company_name": "みどり化学", "name": "山田", "email": "a@midori.example", "message": "質問"}),
	}
	titles := []entry{
		s.json("save a search", "POST", mine, "", "name", fields{"criteria": "h_code=H225"}), s.json("rename a search", "PUT", mine+"/"+s.criteria, "1", "name", nil),
		s.json("make a periodic export", "POST", "/companies/{id}/periodic_export/settings", "", "name", s.export("")), s.json("rename it", "PATCH", "/companies/{id}/periodic_export/settings/"+s.timer, "1", "name", nil),
		s.json("make a checklist", "POST", "/dynamic_lists", "", "title", s.definition("")), s.json("change it", "PUT", "/dynamic_lists/"+s.checklist, "1", "title", s.definition("")),
	}
	addresses := []entry{
		s.json("allow", "POST", "/companies/{id}/whitelist_ips", "", "ip_address", nil),
		{"allow by CSV", func(t *testing.T, text string) apitest.Request {
			return apitest.Request{Method: "POST", Path: "/companies/{id}/whitelist_ips/bulk_register", As: &s.admin, Lang: "ja"}.Upload(t, "ips.csv", "IPアドレス,名前\n"+quoted(text)+",本社\n")
		}, "rows[2].ip_address"},
	}
	days := []entry{s.json("edit", "PUT", sheet, v, "supplier_confirmed_at", nil), s.json("edit", "PUT", sheet, v, "assessed_at", nil), s.cell("供給者確認日", "supplier_confirmed_at"), s.cell("リスクアセスメント実施日", "assessed_at")}
	printed := []entry{
		s.field(1, "issue_date", "date"), s.imported("issue date", "document.Datasheet.IssueDate", func(text string) fields { return fields{"Datasheet": fields{"IssueDate": text}} }),
		s.imported("revision date", "document.Datasheet.RevisionDate[0]", func(text string) fields { return fields{"Datasheet": fields{"RevisionDate": []string{text}}} }),
	}
	unNumbers := []entry{
		s.field(14, "un_number", "text"), s.imported("UN number", "document.TransportInformation.InternationalRegulations[0].RegulationName[0].UnNo", func(text string) fields {
			return fields{"TransportInformation": fields{"InternationalRegulations": []fields{{"RegulationName": []fields{{"UnNo": text}}}}}}
		}),
	}
	things := []entry{s.cell("部署", "departments"), s.cell("タグ", "tags"), s.cell("担当者", "assignees"), s.userCell("部署", "department_id_list")}

	for _, rule := range []struct {
		name string
		ways []entry
		bad  []string
	}{
		{"names of sheets are one line of known characters", names, []string{"a\nb", "a\u2028b", "a\tb", "外字\ue000", "a\u0378"}},
		{"product codes are of 100 known characters", codes, []string{"A\tB", strings.Repeat("x", 101), "外字\ue000"}},
		// In a cell, commas and line breaks part several codes.
		{"product codes are one line without a comma", []entry{codes[0], codes[2]}, []string{"A\nB", "A,B", "A，B"}},
		{"tags are one line without a comma, of 45 characters", tags, []string{"", " ", "\u200b\u2060", "a\nb", "a,b", "a，b", strings.Repeat("あ", 46), "www.example.com", "外字\ue000"}},
		{"names of organisations do not begin with a sign", organisations, []string{"-研究", "=1+1", "@研究", "a\nb", "a,b", "外字\ue000", strings.Repeat("あ", 101)}},
		{"names of people", people, []string{"-太郎", "=1+1", "a\nb", "a,b", strings.Repeat("あ", 47), "外字\ue000"}},
		{"companies have a name of their own", []entry{organisations[6], organisations[7]}, []string{"なし", "個人", "-", "NONE", "Individual", "\u200b"}},
		{"e-mail addresses are of the own domain", mails, []string{"x", "a@b", "a@gmail.com", "a b@midori.example", "a@midori..example"}},
		{"telephone numbers have 10 to 15 digits", phones, []string{"123", "1234567890123456", "abcdefghijk"}},
		{"titles are one line of 48 or 100 characters", titles, []string{"", "\u200b", "a\nb", strings.Repeat("あ", 101), "外字\ue000"}},
		{"IP addresses are single or CIDR", addresses, []string{"1.2.3", "1.2.3.4/33", "x", "10.0.0.1-10.0.0.9"}},
		{"days that happened exist and are past", days, []string{"2026-02-29", "2026-13-01", "soon", "2999-01-01", "20261"}},
		{"days exist", printed, []string{"2026-02-30", "soon", "令和40"}},
		{"UN numbers have four digits", unNumbers, []string{"トルエン", "12", "12945"}},
		{"names refer to what there is", things, []string{"何"}},
	} {
		t.Run(rule.name, func(t *testing.T) {
			for _, w := range rule.ways {
				for _, text := range rule.bad {
					q := w.make(t, text)
					if q.Path == "/signup" || strings.HasPrefix(q.Path, "/info/") {
						q.As = nil
					}
					r := s.Do(t, q)
					if r.Status != 400 {
						t.Errorf("%s takes %q: %d %.300s", w.name, text, r.Status, r.Body)
						continue
					}
					found := false
					for _, f := range r.Problem(t).Fields {
						found = found || f.Path == w.path && message.Known(message.Code(f.Code)) && f.Detail != ""
					}
					if !found {
						t.Errorf("%s of %q has no error at %s: %.400s", w.name, text, w.path, r.Body)
					}
				}
			}
		})
	}
	if got, err := s.Table.Sheet(t.Context(), s.c.ID, s.sheet.ID); err != nil || got.Version != s.sheet.Version {
		t.Errorf("the sheet was changed: %+v, %v", got, err)
	}
}

// Spaces that only look like one are stored as one, and invisible characters not at all, so that
// two names that look alike are the same.
func TestSpacesAreStoredAsPlainOnes(t *testing.T) {
	s := newSite(t)
	for i, space := range []string{"\u00a0", "\u1680", "\u2000", "\u2003", "\u2009", "\u200a", "\u202f", "\u205f", "\u2800"} {
		n := strconv.Itoa(i)
		sheet, err := s.Table.Sheet(t.Context(), s.c.ID, s.sheet.ID)
		if err != nil {
			t.Fatal(err)
		}
		path := "/companies/{id}/sdses/" + string(s.sheet.ID)
		name := "\u200b営業" + space + "部\u2060" + n
		want := `"営業 部` + n + `"`
		for way, q := range map[string]apitest.Request{
			"tag": s.request("POST", "/companies/{id}/tags", "", fields{"name": name}), "department": s.request("POST", "/companies/{id}/departments", "", fields{"name": name}),
			"search":   s.request("POST", "/companies/{id}/users/"+string(s.admin.ID)+"/search-criteria", "", fields{"name": name, "criteria": "h_code=H225"}),
			"export":   s.request("POST", "/companies/{id}/periodic_export/settings", "", s.export(name)),
			"import":   s.request("POST", "/companies/{id}/sdses/exchange", "", fields{"department_id_list": []sds.DepartmentID{s.department}, "document": product(name, nil)}),
			"sheet":    s.request("PUT", path, version(sheet.Version), fields{"name": name}),
			"address":  s.request("POST", "/companies/{id}/whitelist_ips", "", fields{"ip_address": "203.0.113.7/" + strconv.Itoa(24+i), "name": name}),
			"position": s.request("POST", "/companies/{id}/users", "", fields{"email": "p" + n + "@midori.example", "first_name": "太郎", "last_name": "山田", "role_id": 0, "position": name}),
		} {
			if r := s.Do(t, q); r.Status >= 300 || !strings.Contains(r.Body, want) {
				t.Errorf("%s with %+q: %d %.300s", way, name, r.Status, r.Body)
			}
		}
		q := s.cell("SDS名", "name").make(t, "研究"+space+"室"+n)
		if r := s.Do(t, q); r.Status != 200 {
			t.Errorf("bulk edit: %d %.300s", r.Status, r.Body)
		}
		if got, err := s.Table.Sheet(t.Context(), s.c.ID, s.sheet.ID); err != nil || got.Name != "研究 室"+n {
			t.Errorf("bulk edit with %+q: %q, %v", space, got.Name, err)
		}
	}
}
