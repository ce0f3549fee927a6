package companies_test

import (
	"slices"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/companies"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

func TestGet(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Plan, c.CopyFields = 100, []string{"note", "tags"} })
	viewer := w.User(t, c, access.Viewer)
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"}).CountUpTo(table.UsageKey(c.ID), table.UsageUploads, 7, nil, nil)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}", As: &viewer})
	var got companies.Company
	r.Into(t, &got)
	switch {
	case r.Status != 200 || got.ID != c.ID || got.Name != c.Name || got.Version != 1:
		t.Errorf("%d %s", r.Status, r.Body)
	case got.PlanID != 100 || got.Plan.MaxUploads == nil || *got.Plan.MaxUploads != 100 || !got.Subscribed || got.AttachmentLimit != 10:
		t.Errorf("plan: %s", r.Body)
	case got.UploadedFiles != 7 || got.RemainingFiles == nil || *got.RemainingFiles != 93:
		t.Errorf("usage: %s", r.Body)
	case got.ExpirationYears != 5 || !slices.Equal(got.CopyFields, []string{"note", "tags"}) || !slices.Equal(got.Features, []plan.Feature{plan.FeatureChangeHistory}):
		t.Errorf("settings: %s", r.Body)
	}
	unlimited := w.User(t, w.Company(t, func(c *company.Company) { c.Plan, c.Features = plan.Unlimited, nil }), access.Viewer)
	free := w.User(t, w.Company(t, func(c *company.Company) { c.Plan = plan.Free }), access.Viewer)
	get := func(as *company.User) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}", As: as}
	}
	w.Run(t,
		apitest.Scenario{Name: "without limit", Request: get(&unlimited), Status: 200, Contains: []string{`"plan_id":1000000000`, `"active_features":[]`, `"attachment_limit_id":50`}, Lacks: []string{"remaining_file_number", "max_uploads"}},
		apitest.Scenario{Name: "the free plan", Request: get(&free), Status: 200, Contains: []string{`"is_subscribed":false`, `"remaining_file_number":10`, `"attachment_limit_id":1,`}},
	)
}

func TestEdit(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	put := func(as *company.User, version, body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/companies/{id}", As: as, IfMatch: version, Body: body, Lang: "ja"}
	}
	w.Run(t,
		apitest.Scenario{Name: "an editor may not", Request: put(&editor, "1", `{"name":"x"}`), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "no phone number", Request: put(&admin, "1", `{"name":"㈱みどり","phone":"内線12"}`), Status: 400, Field: "phone input.phone"},
		apitest.Scenario{Name: "name and phone", Request: put(&admin, "1", `{"name":"㈱みどり ","phone":"０３−１２３４ー５６７９"}`), Status: 200, Contains: []string{`"name":"㈱みどり"`, `"phone":"03-1234-5679"`, `"version":2`}},
		apitest.Scenario{Name: "the phone alone", Request: put(&admin, "2", `{"phone":""}`), Status: 200, Contains: []string{`"name":"㈱みどり"`, `"phone":""`}},
		apitest.Scenario{Name: "stale", Request: put(&admin, "2", `{"name":"x"}`), Status: 412, Code: "version.stale", Contains: []string{"ほかのユーザーが先に更新しました"}},
		apitest.Scenario{Name: "no version", Request: put(&admin, "", `{"name":"x"}`), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "no name for a name", Request: put(&admin, "3", `{"name":"なし"}`), Status: 400, Field: "name company.meaningless_name", Contains: []string{"正式な会社名"}},
		apitest.Scenario{Name: "an empty name", Request: put(&admin, "3", `{"name":" "}`), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "the plan is not for sale here", Request: put(&admin, "3", `{"plan_id":1000000000}`), Status: 400, Field: "plan_id input.unknown_field"},
	)
}

func TestSettings(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	put := func(as *company.User, version, body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: as, IfMatch: version, Body: body}
	}
	w.Run(t,
		apitest.Scenario{Name: "an editor may not", Request: put(&editor, "1", `{"sds_expiration_years":3}`), Status: 403},
		apitest.Scenario{Name: "years", Request: put(&admin, "1", `{"sds_expiration_years":3}`), Status: 200, Contains: []string{`"sds_expiration_years":3`, `"product_code_list"`}},
		apitest.Scenario{Name: "fields, one of them twice", Request: put(&admin, "2", `{"sds_revision_copy_fields":["tags","note","tags"]}`), Status: 200, Contains: []string{`"sds_expiration_years":3`, `"sds_revision_copy_fields":["note","tags"]`}},
		apitest.Scenario{Name: "no fields", Request: put(&admin, "3", `{"sds_revision_copy_fields":[]}`), Status: 200, Contains: []string{`"sds_revision_copy_fields":[]`}},
		apitest.Scenario{Name: "nothing", Request: put(&admin, "4", `{}`), Status: 400, Code: "company.settings_nothing"},
		apitest.Scenario{Name: "no year", Request: put(&admin, "4", `{"sds_expiration_years":0}`), Status: 400, Field: "sds_expiration_years input.number_range"},
		apitest.Scenario{Name: "eleven years", Request: put(&admin, "4", `{"sds_expiration_years":11}`), Status: 400, Field: "sds_expiration_years input.number_range"},
		apitest.Scenario{Name: "an unknown field", Request: put(&admin, "4", `{"sds_revision_copy_fields":["supplier"]}`), Status: 400, Field: "sds_revision_copy_fields[0] input.choice"},
		apitest.Scenario{Name: "stale", Request: put(&admin, "1", `{"sds_expiration_years":3}`), Status: 412},
	)
}
