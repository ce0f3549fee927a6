package rest

import (
	"context"
	"testing"
	"time"

	"anzen/shared/domain/access"
)

func none(context.Context, *Call, *struct{}) (*struct{}, error) { return nil, nil }

func TestBadDeclarationsAreRefused(t *testing.T) {
	good := Route{Method: "GET", Path: "/companies/{id}/things", ID: "listThings", Rule: Session}
	change := func(f func(*Route)) Route {
		r := good
		f(&r)
		return Handle(r, none)
	}
	if err := Validate([]Route{change(func(*Route) {})}); err != nil {
		t.Fatalf("the good one: %v", err)
	}
	for name, routes := range map[string][]Route{
		"no rule":           {change(func(r *Route) { r.Rule = Rule{} })},
		"no handler":        {good},
		"no id":             {change(func(r *Route) { r.ID = "" })},
		"id twice":          {change(func(*Route) {}), change(func(r *Route) { r.Path = "/other" })},
		"path twice":        {change(func(*Route) {}), change(func(r *Route) { r.ID = "other" })},
		"too slow":          {change(func(r *Route) { r.Timeout = time.Minute })},
		"too large":         {change(func(r *Route) { r.MaxBody = LargestBody + 1 })},
		"too many values":   {change(func(r *Route) { r.MaxValues = SheetValues + 1 })},
		"large for all":     {change(func(r *Route) { r.Path, r.Rule, r.MaxBody = "/things", Public, PublicBody+1 })},
		"many for all":      {change(func(r *Route) { r.Path, r.Rule, r.MaxValues = "/things", Public, SmallValues+1 })},
		"silent on repeats": {change(func(r *Route) { r.Method = "POST" })},
		"keyed and not":     {change(func(r *Route) { r.Method, r.Creates, r.Repeated = "POST", true, "it makes another" })},
		"read twice":        {change(func(r *Route) { r.Repeated = "it stores nothing" })},
		"public companies":  {change(func(r *Route) { r.Rule = Public })},
	} {
		if Validate(routes) == nil {
			t.Errorf("%s passes", name)
		}
	}
}

func TestRules(t *testing.T) {
	for _, role := range access.Roles {
		if !Public.Allows(role) || !Session.Allows(role) || (Rule{}).Allows(role) {
			t.Errorf("%s: public, session or no rule", role.Name())
		}
		if got, want := Need(access.SDSUpload).Allows(role), role >= access.Editor; got != want {
			t.Errorf("%s may upload: %v", role.Name(), got)
		}
	}
}
