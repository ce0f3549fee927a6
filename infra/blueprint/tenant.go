package blueprint

import (
	"slices"

	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/aws/tenant"
)

// TenantRole is the role through which functions that only read see the table, one company at a time: its session has the company as
// a tag. Their own roles have no right on the table.
type TenantRole struct {
	Name string // as in grant: "tenant"
	// Statements allow actions on items whose partition keys match patterns.
	Statements []KeyStatement
	// Tag is the session's tag, without which nobody gets the role.
	Tag string
}

// KeyStatement allows the actions on the table's items with the leading keys, patterns of IAM with its variables.
type KeyStatement struct{ Actions, LeadingKeys []string }

// reading are the actions that change nothing.
var reading = []string{"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"}

// narrow takes the rights on the table from the functions of routes that read, and gives them to the role. What these write is
// narrowed further: no read can change a sheet.
func (b *Blueprint) narrow() {
	narrowed := map[string]bool{}
	for _, r := range b.Routes {
		narrowed[r.ID] = r.Narrowed()
	}
	var reads, writes []string
	for i := range b.Functions {
		f := &b.Functions[i]
		if !narrowed[f.Name] {
			continue
		}
		own := []grant.Grant{grant.AssumeTenant()}
		for _, g := range f.Grants {
			if g.Resource != grant.TableItems {
				own = append(own, g)
				continue
			}
			for _, a := range g.Actions {
				if slices.Contains(reading, a) {
					reads = append(reads, a)
				} else {
					writes = append(writes, a)
				}
			}
		}
		f.Grants = own
	}
	slices.Sort(reads)
	slices.Sort(writes)
	company := "${aws:PrincipalTag/" + tenant.Tag + "}"
	b.Tenant = TenantRole{Name: "tenant", Tag: tenant.Tag, Statements: []KeyStatement{
		{slices.Compact(reads), table.LeadingKeys(company)},
		{slices.Compact(writes), table.NotedKeys(company)},
		// A search may ask for a snapshot.
		{[]string{"dynamodb:UpdateItem"}, table.SnapshotKeys()},
	}}
}

// Narrowed reports whether a function sees the table through the role alone.
func (f Function) Narrowed() bool {
	return slices.ContainsFunc(f.Grants, func(g grant.Grant) bool { return g.Resource == grant.TenantRole })
}
