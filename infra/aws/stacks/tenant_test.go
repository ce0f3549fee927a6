package stacks

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/functions/grant"
)

// tenantRole is the role by which functions see one company's records.
func tenantRole(t *testing.T) *resource {
	t.Helper()
	for _, r := range made.all("AWS::IAM::Role") {
		if r.Properties["RoleName"] == "anzen-test-tenant" {
			return r
		}
	}
	t.Fatal("there is no role of a company")
	return nil
}

// The role of a company is given to functions of routes that read, for a session with the company as its only tag, and reaches the
// keys of that company.
func TestTheRoleOfACompany(t *testing.T) {
	role := tenantRole(t)
	trust := at(role.Properties, "AssumeRolePolicyDocument", "Statement")
	want := []any{map[string]any{
		"Effect": "Allow", "Action": []any{"sts:AssumeRole", "sts:TagSession"}, "Principal": map[string]any{"AWS": "arn:aws:iam::123456789012:root"},
		"Condition": map[string]any{
			"ArnLike":                   map[string]any{"aws:PrincipalArn": "arn:aws:iam::123456789012:role/anzen-test-readers/*"},
			"Null":                      map[string]any{"aws:RequestTag/company": "false"},
			"ForAllValues:StringEquals": map[string]any{"aws:TagKeys": []any{"company"}},
		},
	}}
	if diff := cmp.Diff(want, written(role.in, trust)); diff != "" {
		t.Errorf("trust: %s", diff)
	}
	on := func(actions any, keys ...any) any {
		return map[string]any{
			"Effect": "Allow", "Action": actions, "Resource": named(t).table() + ".Arn}",
			"Condition": map[string]any{"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": keys}, "Null": map[string]any{"dynamodb:LeadingKeys": "false"}},
		}
	}
	const company = "C#${aws:PrincipalTag/company}"
	rights := []any{
		on([]any{"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"}, company, company+"#*"),
		on([]any{"dynamodb:PutItem", "dynamodb:UpdateItem"}, company, company+"#AUDIT"),
		on("dynamodb:UpdateItem", "SNAPSHOT"),
	}
	if diff := cmp.Diff(rights, written(role.in, at(role.Properties, "Policies", 0, "PolicyDocument", "Statement"))); diff != "" {
		t.Errorf("rights: %s", diff)
	}
	if role.Properties["ManagedPolicyArns"] != nil || at(role.Properties, "Policies", 1) != nil {
		t.Error("the role has more policies")
	}
}

// written is a part of a template with its references written out.
func written(in *template, value any) any {
	switch v := value.(type) {
	case []any:
		all := make([]any, len(v))
		for i, x := range v {
			all[i] = written(in, x)
		}
		return all
	case map[string]any:
		for name := range v {
			if name == "Ref" || strings.HasPrefix(name, "Fn::") {
				return made.text(in, v)
			}
		}
		all := map[string]any{}
		for name, x := range v {
			all[name] = written(in, x)
		}
		return all
	}
	return value
}

// A function that reads in the name of a company has no way to the table but the role, and only such functions are at the path that
// the role trusts.
func TestReadersHaveNothingOfTheTable(t *testing.T) {
	deployed, narrowed := functions(t), 0
	for _, f := range product.Functions {
		r := deployed[f.Name]
		id := strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, r.Properties["Role"]), "${"+r.in.name+"/"), ".Arn}")
		path := r.in.Resources[id].Properties["Path"]
		if f.Narrowed() != (path == "/anzen-test-readers/") || path != nil && !f.Narrowed() {
			t.Errorf("%s: its role is at %v", f.Name, path)
		}
		if !f.Narrowed() {
			continue
		}
		narrowed++
		if slices.ContainsFunc(f.Grants, func(g grant.Grant) bool { return g.Resource == grant.TableItems }) {
			t.Errorf("%s has both the table and the role", f.Name)
		}
	}
	for _, route := range product.Routes {
		f, _ := product.Function(route.ID)
		if f.Narrowed() != route.Narrowed() {
			t.Errorf("%s: narrowed: %v", route.ID, f.Narrowed())
		}
	}
	if narrowed < 40 {
		t.Errorf("only %d functions are narrowed", narrowed)
	}
}
