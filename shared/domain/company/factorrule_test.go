package company_test

import (
	"testing"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

func TestFactorsAreDue(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2027, 3, n, 9, 0, 0, 0, time.UTC) }
	at := func(n int) *time.Time { d := day(n); return &d }
	week, none := 7, 0
	made := company.Company{FactorRule: company.FactorOfAll, FactorRuleFrom: at(10), GraceDays: &week}
	admin := company.User{Active: true, Role: access.Admin, CreatedAt: day(1)}
	viewer := company.User{Active: true, Role: access.Viewer, CreatedAt: day(1)}
	promoted := admin
	promoted.RoleFrom = at(20)
	young := viewer
	young.CreatedAt = day(15)
	enrolled := admin
	enrolled.Factors = []company.Factor{company.FactorTOTP}
	ofAdmins := made
	ofAdmins.FactorRule = company.FactorOfAdmins
	saml := made
	saml.Features = []plan.Feature{plan.FeatureSAML}
	for _, c := range []struct {
		name string
		c    company.Company
		u    company.User
		due  *time.Time
	}{
		{"everyone: from the rule", made, viewer, at(17)},
		{"everyone: from the creation of the user", made, young, at(22)},
		{"everyone: a new role gives no more time", made, promoted, at(17)},
		{"administrators: from the role", ofAdmins, promoted, at(27)},
		{"administrators: not others", ofAdmins, viewer, nil},
		{"no grace", company.Company{FactorRule: company.FactorOfAll, FactorRuleFrom: at(10), GraceDays: &none}, viewer, at(10)},
		{"optional", company.Company{FactorRule: company.FactorOptional}, admin, nil},
		{"enrolled", made, enrolled, nil},
		{"SAML", saml, admin, nil},
		{"no choice: administrators within two weeks", company.Company{}, admin, at(15)},
		{"no choice: others", company.Company{}, viewer, nil},
	} {
		due, must := c.c.FactorDue(c.u)
		if must != (c.due != nil) || must && !due.Equal(*c.due) {
			t.Errorf("%s: %v, %v", c.name, due, must)
		}
		if c.due != nil && (c.c.Lacks(c.u, c.due.Add(-time.Second)) || !c.c.Lacks(c.u, *c.due)) {
			t.Errorf("%s: does not end at %v", c.name, c.due)
		}
	}
	if !made.MustKeep(enrolled) || (company.Company{FactorRule: company.FactorOptional}).MustKeep(enrolled) {
		t.Error("the last factor")
	}
	if old := (company.Company{}); !old.Lacks(company.User{Active: true, Role: access.Admin}, time.Date(2026, 12, 8, 0, 0, 0, 0, time.UTC)) ||
		old.Lacks(company.User{Active: true, Role: access.Admin}, time.Date(2026, 12, 7, 0, 0, 0, 0, time.UTC)) {
		t.Error("administrators of companies of before the rule")
	}
}
