package users_test

import (
	"strconv"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// A periodic export is disabled with the change that takes away its owner or a recipient, and
// not only when it would run next.
func TestPeriodicExportsEndWithTheirPeople(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(owner, recipient, bystander company.User) apitest.Request
		want   periodic.Reason
	}{
		"the recipient is removed": {func(_, recipient, _ company.User) apitest.Request {
			return apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(recipient.ID)}
		}, periodic.RecipientGone},
		"the owner is removed": {func(owner, _, _ company.User) apitest.Request {
			return apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(owner.ID)}
		}, periodic.OwnerGone},
		"the owner is demoted": {func(owner, _, _ company.User) apitest.Request {
			return apitest.Request{Method: "PUT", Path: "/companies/{id}/users/" + string(owner.ID), IfMatch: strconv.FormatInt(owner.Version, 10), Body: map[string]any{"role_id": 90}}
		}, periodic.OwnerDemoted},
		"the recipient is demoted": {func(_, recipient, _ company.User) apitest.Request {
			return apitest.Request{Method: "PUT", Path: "/companies/{id}/users/" + string(recipient.ID), IfMatch: strconv.FormatInt(recipient.Version, 10), Body: map[string]any{"role_id": 0}}
		}, ""},
		"somebody else is removed": {func(_, _, bystander company.User) apitest.Request {
			return apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(bystander.ID)}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := apitest.New(t)
			c := w.Company(t, func(c *company.Company) { c.Plan = 1000 })
			admin, owner, recipient, bystander := w.User(t, c, access.Admin), w.User(t, c, access.Admin), w.User(t, c, access.Editor), w.User(t, c, access.Viewer)
			x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"})
			made := x.CreatePeriodic(periodic.Setting{ID: sds.NewID[periodic.ID](), Name: "日次", Owner: owner.ID, Enabled: true, Recipient: recipient.ID}, 5)
			if err := x.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			q := tt.change(owner, recipient, bystander)
			q.As = &admin
			if r := w.Do(t, q); r.Status >= 300 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			now, err := w.Table.PeriodicSetting(t.Context(), c.ID, made.ID)
			if err != nil || now.Disabled != tt.want || now.Enabled != (tt.want == "") || now.Unnotified != (tt.want != "") {
				t.Errorf("%+v, %v", now, err)
			}
		})
	}
}
