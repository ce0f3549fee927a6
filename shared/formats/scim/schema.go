package scim

import (
	"slices"
	"strings"
)

// Attribute is the definition of an attribute (RFC 7643, section 7).
type Attribute struct {
	Name        string      `json:"name"`
	Type        string      `json:"type"`
	MultiValued bool        `json:"multiValued"`
	Description string      `json:"description"`
	Required    bool        `json:"required"`
	CaseExact   bool        `json:"caseExact"`
	Mutability  string      `json:"mutability"`
	Returned    string      `json:"returned"`
	Uniqueness  string      `json:"uniqueness"`
	Canonical   []string    `json:"canonicalValues,omitempty"`
	References  []string    `json:"referenceTypes,omitempty"`
	Sub         []Attribute `json:"subAttributes,omitempty"`
}

// Schema is the definition of a schema.
type Schema struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Attributes  []Attribute `json:"attributes"`
}

// attribute is an attribute with the usual characteristics.
func attribute(name, kind, description string, change ...func(*Attribute)) Attribute {
	a := Attribute{Name: name, Type: kind, Description: description, Mutability: "readWrite", Returned: "default", Uniqueness: "none"}
	for _, c := range change {
		c(&a)
	}
	return a
}

func readOnly(a *Attribute)  { a.Mutability = "readOnly" }
func immutable(a *Attribute) { a.Mutability = "immutable" }
func required(a *Attribute)  { a.Required = true }
func exact(a *Attribute)     { a.CaseExact = true }
func many(a *Attribute)      { a.MultiValued = true }

func of(sub ...Attribute) func(*Attribute) { return func(a *Attribute) { a.Sub = sub } }
func unique(a *Attribute)                  { a.Uniqueness = "server" }
func refers(to ...string) func(*Attribute) {
	return func(a *Attribute) { a.References, a.CaseExact = to, true }
}

func one(words ...string) func(*Attribute) { return func(a *Attribute) { a.Canonical = words } }

// Users is the schema of users, as far as the product keeps them.
var Users = Schema{UserURN, "User", "User account", []Attribute{
	attribute("userName", "string", "the e-mail address; it names the account and cannot be changed", required, immutable, unique),
	attribute("name", "complex", "the name", of(
		attribute("formatted", "string", "the full name, in the order of the user's language; read only where givenName or familyName is given"),
		attribute("familyName", "string", "the family name, 46 characters at most"),
		attribute("givenName", "string", "the given name, 46 characters at most"),
		attribute("middleName", "string", "the middle name, 46 characters at most"),
	)),
	attribute("displayName", "string", "the full name; split into family and given name where name has neither"),
	attribute("title", "string", "the position, 50 characters at most"),
	attribute("preferredLanguage", "string", "the language of mails and of the dashboard: ja or en, by the first tag that is either"),
	attribute("locale", "string", "as preferredLanguage, which has precedence: ja-JP or en-US"),
	attribute("active", "boolean", "false: the user is suspended, and may not sign in"),
	attribute("emails", "complex", "the e-mail address: always the userName", many, readOnly, of(
		attribute("value", "string", "the address", readOnly),
		attribute("type", "string", "work", readOnly, one("work")),
		attribute("primary", "boolean", "true", readOnly),
	)),
	attribute("phoneNumbers", "complex", "the phone number: of those given the one of type work, else the first", many, of(
		attribute("value", "string", "10 to 15 digits"),
		attribute("type", "string", "work", one("work")),
		attribute("primary", "boolean", "the preferred one"),
	)),
	attribute("groups", "complex", "the departments and the role as groups", many, readOnly, of(
		attribute("value", "string", "the group's id", readOnly, exact),
		attribute("$ref", "reference", "the group's URI", readOnly, refers("Group")),
		attribute("display", "string", "the group's name", readOnly),
		attribute("type", "string", "direct", readOnly, one("direct")),
	)),
	attribute("roles", "complex", "the role: of those given the highest; absent: viewer", many, of(
		attribute("value", "string", "the role", one("admin", "editor", "downloadable_viewer", "viewer")),
		attribute("display", "string", "its name"),
		attribute("type", "string", "not used"),
		attribute("primary", "boolean", "true"),
	)),
}}

// Enterprise is the extension of users.
var Enterprise = Schema{EnterpriseURN, "EnterpriseUser", "Enterprise user", []Attribute{
	attribute("department", "string", "a department of the user by its name; one that does not exist is made"),
}}

// Groups is the schema of groups.
var Groups = Schema{GroupURN, "Group", "A department, or the users of a role", []Attribute{
	attribute("displayName", "string", "the department's name, 50 characters at most; that of a role cannot be changed", required, unique),
	attribute("members", "complex", "the users", many, of(
		attribute("value", "string", "the user's id", immutable, exact),
		attribute("$ref", "reference", "the user's URI", immutable, refers("User")),
		attribute("display", "string", "the user's full name", readOnly),
		attribute("type", "string", "User", immutable, one("User")),
	)),
}}

// common are the attributes of all resources (RFC 7643, section 3.1).
var common = []Attribute{
	attribute("schemas", "reference", "the URNs of the schemas", many, exact, readOnly),
	attribute("id", "string", "the id", readOnly, exact, unique),
	attribute("externalId", "string", "the client's id of it", exact),
	attribute("meta", "complex", "when it was made and changed", readOnly, of(
		attribute("resourceType", "string", "User or Group", readOnly, exact),
		attribute("created", "dateTime", "", readOnly),
		attribute("lastModified", "dateTime", "", readOnly),
		attribute("location", "reference", "its URI", readOnly, exact),
		attribute("version", "string", "its entity tag", readOnly, exact),
	)),
}

// ignored are the other attributes of RFC 7643, sections 4.1 and 4.3: accepted, as providers send
// them unasked, and not kept.
var ignored = []string{
	"nickName", "profileUrl", "userType", "timezone", "password", "ims", "photos", "addresses", "entitlements", "x509Certificates",
}

var ignoredName = []string{"honorificPrefix", "honorificSuffix"}

var ignoredEnterprise = []string{"employeeNumber", "costCenter", "organization", "division", "manager"}

// Kind is a kind of resource: its schema, and its extension if it has one.
type Kind struct {
	Schema    Schema
	Extension *Schema
}

// The kinds of resources.
var (
	User  = Kind{Users, &Enterprise}
	Group = Kind{Groups, nil}
)

func find(all []Attribute, name string) (Attribute, bool) {
	i := slices.IndexFunc(all, func(a Attribute) bool { return strings.EqualFold(a.Name, name) })
	if i < 0 {
		return Attribute{}, false
	}
	return all[i], true
}

// attribute finds an attribute of the kind, of its extension where urn is that. known is
// true also for one that is not kept (kept false).
func (k Kind) attribute(urn, name string) (a Attribute, known, kept bool) {
	in := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, name) })
	}
	if urn != "" {
		a, kept = find(k.Extension.Attributes, name)
		return a, kept || in(ignoredEnterprise), kept
	}
	if a, kept = find(k.Schema.Attributes, name); !kept {
		a, kept = find(common, name)
	}
	return a, kept || k.Extension != nil && in(ignored), kept
}

func (a Attribute) sub(name string) (sub Attribute, known, kept bool) {
	sub, kept = find(a.Sub, name)
	known = kept || a.Name == "name" && slices.ContainsFunc(ignoredName, func(w string) bool { return strings.EqualFold(w, name) }) || strings.EqualFold(name, "display") || strings.EqualFold(name, "type") || strings.EqualFold(name, "primary")
	return sub, known, kept
}

// Canonical is a resource that a client sent with the names of the schemas, without what
// is not known or not kept.
func (k Kind) Canonical(r Resource) Resource {
	clean := Resource{}
	for name, v := range r {
		if v == nil {
			continue
		}
		if k.Extension != nil && strings.EqualFold(name, k.Extension.ID) {
			if inner, ok := v.(Resource); ok {
				clean[k.Extension.ID] = canonical(k.Extension.Attributes, inner)
			}
			continue
		}
		if a, _, kept := k.attribute("", name); kept {
			clean[a.Name] = a.canonical(v)
		}
	}
	return clean
}

func canonical(all []Attribute, r Resource) Resource {
	clean := Resource{}
	for name, v := range r {
		if a, ok := find(all, name); ok && v != nil {
			clean[a.Name] = a.canonical(v)
		}
	}
	return clean
}

// canonical is a value of the attribute with the names of the schemas.
func (a Attribute) canonical(v any) any {
	if a.Type != "complex" {
		return v
	}
	if !a.MultiValued {
		if r, ok := v.(Resource); ok {
			return canonical(a.Sub, r)
		}
		return v
	}
	list := []any{}
	for _, one := range Values(v) {
		list = append(list, canonical(a.Sub, one))
	}
	return list
}
