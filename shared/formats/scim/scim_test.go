package scim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"anzen/shared/formats/scim"
)

func parse(t testing.TB, text string) scim.Resource {
	t.Helper()
	var r scim.Resource
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// bjensen is the enterprise user of RFC 7643, section 8.3, as far as the schemas keep her,
// with the attributes of the filters in RFC 7644.
const bjensen = `{
	"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
	"id": "2819c223-7f76-453a-919d-413861904646", "externalId": "701984", "userName": "bjensen@example.com",
	"name": {"formatted": "Ms. Barbara J Jensen, III", "familyName": "Jensen", "givenName": "Barbara", "middleName": "Jane"},
	"displayName": "Babs Jensen", "title": "Tour Guide", "preferredLanguage": "en-US", "locale": "en-US", "active": true,
	"emails": [{"value": "bjensen@example.com", "type": "work", "primary": true}, {"value": "babs@jensen.org", "type": "home"}],
	"phoneNumbers": [{"value": "555-555-5555", "type": "work"}, {"value": "555-555-4444", "type": "mobile"}],
	"groups": [{"value": "e9e30dba-f08f-4109-8486-d5c6a331660a", "$ref": "../Groups/e9e30dba-f08f-4109-8486-d5c6a331660a", "display": "Tour Guides"}],
	"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "Tour Operations"},
	"meta": {"resourceType": "User", "created": "2010-01-23T04:56:22Z", "lastModified": "2011-05-13T04:42:34Z", "version": "W/\"3694e05e9dff591\"", "location": "https://example.com/v2/Users/2819c223-7f76-453a-919d-413861904646"}
}`

// The filters of RFC 7644, sections 3.4.2.2 and 3.10, and others.
func TestFilters(t *testing.T) {
	user := parse(t, bjensen)
	for filter, want := range map[string]bool{
		`userName eq "bjensen@example.com"`: true, `USERNAME Eq "BJensen@Example.com"`: true, `name.familyName co "ens"`: true, `name.familyName co "O'Malley"`: false,
		`userName sw "J"`: false, `urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"`: true, `title pr`: true, `meta.lastModified gt "2011-05-13T04:42:34Z"`: false,
		`meta.lastModified ge "2011-05-13T04:42:34Z"`: true, `meta.lastModified lt "2011-05-13T13:42:35+09:00"`: true, `meta.lastModified le "2011-05-13T04:42:34Z"`: true,
		`title pr and userType eq "Employee"`: false, `title pr or userType eq "Intern"`: true,
		`userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")`:     false,
		`userType ne "Employee" and not (emails co "example.net" or emails.value co "example.org")`: true, `userType ne "Employee" and not (emails co "example.com")`: false,
		`userType ne "Employee" and (emails.type eq "work")`: true, `emails[type eq "work" and value co "@example.com"]`: true,
		`emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]`: true,
		`emails[type eq "home"].value eq "babs@jensen.org"`:                                                 true, `emails[type eq "home"].value eq "bjensen@example.com"`: false, `emails[type eq "other"]`: false,
		`urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "tour operations"`: true, `URN:ietf:params:scim:schemas:extension:enterprise:2.0:user:department pr`: true,
		`active eq true`: true, `active eq false`: false, `active eq "True"`: true, `active ne true`: false, `externalId eq "701984"`: true, `id eq "2819C223-7f76-453a-919d-413861904646"`: false,
		`displayName ew "jensen"`: true, `displayName eq null`: false, `nickName eq null`: true, `displayName ne null`: true, `nickName pr`: false, `not (nickName pr)`: true,
		`userName gt "a"`: true, `userName lt "a"`: false, `emails pr`: true, `name pr`: true, `title eq "tour \u0067uide"`: true, `title eq 7`: false, `groups.value eq "e9e30dba-f08f-4109-8486-d5c6a331660a"`: true,
		`title pr and title pr or nickName pr`: true, `nickName pr and title pr or title pr`: true, `title pr or nickName pr and nickName pr`: true, ``: true,
	} {
		f, err := scim.User.Filter(filter)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
		} else if got := f.Matches(user); got != want {
			t.Errorf("%s: %v", filter, got)
		}
	}
}

func TestInvalidFilters(t *testing.T) {
	for _, filter := range []string{
		"userName", "userName eq", `userName eq bjensen`, `userName eq "a" "b"`, `userName eq "a`, `userName eq "\x"`, `eq "a"`, `(userName pr`, `userName pr)`, `not userName pr`, `not (userName pr`,
		`emails[type eq "work"`, `emails[type eq "work"].`, `emails[colour eq "red"]`, `emails[emails[type pr]]`, `userName[type eq "x"]`, `name.nothing pr`, `userName.value pr`, `nothing pr`, `userName..x pr`, `userName. pr`,
		`urn:example:User:userName pr`, `userName pr and`, `or userName pr`, `active gt true`, `active co null`, `title co 7`, `userName eq "a" and and userName pr`, `"userName" eq "a"`, `[type pr]`, `()`,
		"userName eq \"\xff\"", strings.Repeat("not (", 11) + "title pr" + strings.Repeat(")", 11), strings.Repeat("title pr and ", 50) + "title pr", `title eq "` + strings.Repeat("x", scim.MaxFilter) + `"`,
	} {
		_, err := scim.User.Filter(filter)
		var wrong *scim.Error
		if !errors.As(err, &wrong) || wrong.Type != scim.InvalidFilter || wrong.Detail == "" {
			t.Errorf("%q: %v", filter, err)
		}
	}
}

func TestTheFilterForOneUser(t *testing.T) {
	for filter, want := range map[string]string{`userName eq "a@b.example"`: "a@b.example", `USERNAME eq "a"`: "a", `userName ne "a"`: "", `not (userName eq "a")`: "", `userName eq "a" or title pr`: "", `externalId eq "a"`: "", `userName eq true`: "", ``: ""} {
		f, err := scim.User.Filter(filter)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := f.Equals("userName"); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v", filter, got, ok)
		}
	}
}

// patched applies operations, given as the JSON of the list.
func patched(t *testing.T, kind scim.Kind, to scim.Resource, operations string) (scim.Resource, error) {
	t.Helper()
	all, err := scim.Operations(parse(t, `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":`+operations+`}`))
	if err != nil {
		return nil, err
	}
	return kind.Patch(to, all)
}

const group = `{"id":"acbf3ae7","displayName":"Guides","members":[{"value":"a","display":"A"},{"value":"b","display":"B"}]}`

// The examples of RFC 7644, sections 3.5.2.1 to 3.5.2.3, and the habits of Entra ID and
// Okta. What is wanted is a member of the result, as JSON.
func TestPatch(t *testing.T) {
	for _, c := range []struct {
		kind             scim.Kind
		of, op, at, want string
	}{
		{scim.Group, group, `[{"op":"add","path":"members","value":[{"display":"Babs Jensen","$ref":"https://example.com/v2/Users/2819c223","value":"2819c223"}]}]`, "members", `[{"display":"A","value":"a"},{"display":"B","value":"b"},{"$ref":"https://example.com/v2/Users/2819c223","display":"Babs Jensen","value":"2819c223"}]`},
		{scim.Group, group, `[{"op":"add","path":"members","value":[{"value":"a"}]}]`, "members", `[{"display":"A","value":"a"},{"display":"B","value":"b"}]`},
		{scim.Group, group, `[{"op":"remove","path":"members[value eq \"a\"]"}]`, "members", `[{"display":"B","value":"b"}]`},
		{scim.Group, group, `[{"op":"remove","path":"members[value eq \"nobody\"]"}]`, "members", `[{"display":"A","value":"a"},{"display":"B","value":"b"}]`},
		{scim.Group, group, `[{"op":"remove","path":"members"}]`, "members", `null`},
		{scim.Group, group, `[{"op":"remove","path":"members[value eq \"a\"]"},{"op":"add","path":"members","value":[{"value":"c"}]}]`, "members", `[{"display":"B","value":"b"},{"value":"c"}]`},
		{scim.Group, group, `[{"op":"replace","path":"members","value":[{"value":"c"},{"value":"c"}]}]`, "members", `[{"value":"c"}]`},
		{scim.Group, group, `[{"op":"Remove","path":"members","value":[{"value":"a"}]}]`, "members", `[{"display":"B","value":"b"}]`},
		{scim.Group, group, `[{"op":"replace","value":{"id":"acbf3ae7","displayName":"Tour Guides"}}]`, "displayName", `"Tour Guides"`},
		{scim.User, bjensen, `[{"op":"add","value":{"emails":[{"value":"x@y.example"}],"nickname":"Babs"}}]`, "nickname", `null`},
		{scim.User, bjensen, `[{"op":"replace","path":"name.familyName","value":"Smith"}]`, "name", `{"familyName":"Smith","formatted":"Ms. Barbara J Jensen, III","givenName":"Barbara","middleName":"Jane"}`},
		{scim.User, bjensen, `[{"op":"replace","path":"name","value":{"GIVENNAME":"B","honorificPrefix":"Ms."}}]`, "name", `{"familyName":"Jensen","formatted":"Ms. Barbara J Jensen, III","givenName":"B","middleName":"Jane"}`},
		{scim.User, bjensen, `[{"op":"remove","path":"name.middleName"}]`, "name", `{"familyName":"Jensen","formatted":"Ms. Barbara J Jensen, III","givenName":"Barbara"}`},
		{scim.User, bjensen, `[{"op":"Replace","path":"active","value":"False"}]`, "active", `"False"`},
		{scim.User, bjensen, `[{"op":"Add","value":{"name.givenName":"B","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department":"R&D","addresses[type eq \"work\"].country":"JP"}}]`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", `{"department":"R\u0026D"}`},
		{scim.User, bjensen, `[{"op":"add","value":{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"X","employeeNumber":"7"}}}]`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", `{"department":"X"}`},
		{scim.User, bjensen, `[{"op":"remove","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department"}]`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", `{}`},
		{scim.User, bjensen, `[{"op":"remove","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"}]`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", `null`},
		{scim.User, bjensen, `[{"op":"replace","path":"phoneNumbers[type eq \"work\"].value","value":"03"}]`, "phoneNumbers", `[{"type":"work","value":"03"},{"type":"mobile","value":"555-555-4444"}]`},
		{scim.User, bjensen, `[{"op":"add","path":"phoneNumbers[type eq \"fax\"].value","value":"03"}]`, "phoneNumbers", `[{"type":"work","value":"555-555-5555"},{"type":"mobile","value":"555-555-4444"},{"type":"fax","value":"03"}]`},
		{scim.User, bjensen, `[{"op":"remove","path":"phoneNumbers[type eq \"work\" or type eq \"mobile\"]"}]`, "phoneNumbers", `[]`},
		{scim.User, bjensen, `[{"op":"remove","path":"phoneNumbers[type eq \"work\"].value"}]`, "phoneNumbers", `[{"type":"work"},{"type":"mobile","value":"555-555-4444"}]`},
		{scim.User, bjensen, `[{"op":"replace","path":"title","value":null}]`, "title", `null`},
		{scim.User, bjensen, `[{"op":"add","path":"roles","value":"editor"}]`, "roles", `[{"value":"editor"}]`},
		{scim.User, bjensen, `[{"op":"replace","path":"emails[type eq \"work\"].value","value":"other@example.com"}]`, "userName", `"bjensen@example.com"`},
		{scim.User, bjensen, `[{"op":"replace","path":"urn:ietf:params:scim:schemas:core:2.0:User:title","value":"Boss"}]`, "title", `"Boss"`},
	} {
		before := parse(t, c.of)
		after, err := patched(t, c.kind, before, c.op)
		if err != nil {
			t.Errorf("%s: %v", c.op, err)
			continue
		}
		got, err := json.Marshal(after[c.at])
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.op, got, c.want, err)
		}
		if !reflect.DeepEqual(before, parse(t, c.of)) {
			t.Errorf("%s changed what it was applied to", c.op)
		}
	}
}

func TestInvalidPatches(t *testing.T) {
	for operations, want := range map[string]string{
		`[]`: scim.InvalidSyntax, `[7]`: scim.InvalidSyntax, `[{"op":"copy","path":"title"}]`: scim.InvalidSyntax, `[{"op":"replace","path":7,"value":1}]`: scim.InvalidPath,
		`[{"op":"replace","path":"title"}]`: scim.InvalidValue, `[{"op":"add","value":"x"}]`: scim.InvalidValue, `[{"op":"remove"}]`: scim.NoTarget, `[{"op":"replace","path":"nothing","value":1}]`: scim.InvalidPath,
		`[{"op":"replace","path":"phoneNumbers[type eq \"none\"].value","value":"1"}]`: scim.NoTarget, `[{"op":"replace","path":"phoneNumbers[type","value":"1"}]`: scim.InvalidFilter, `[{"op":"replace","path":"name","value":"x"}]`: scim.InvalidValue,
		`[{"op":"replace","path":"id","value":"x"}]`: scim.Mutability, `[{"op":"remove","path":"groups[value eq \"x\"]"}]`: scim.Mutability, `[{"op":"add","path":"phoneNumbers","value":7}]`: scim.InvalidValue,
		`[{"op":"replace","path":"title eq \"x\"","value":"y"}]`: scim.InvalidPath, `[{"op":"add","path":"phoneNumbers[type eq \"work\"]","value":"y"}]`: scim.InvalidValue,
		`[{"op":"replace","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User","value":"y"}]`: scim.InvalidValue,
	} {
		_, err := patched(t, scim.User, parse(t, bjensen), operations)
		var wrong *scim.Error
		if !errors.As(err, &wrong) || wrong.Type != want {
			t.Errorf("%s: %v, want %s", operations, err, want)
		}
	}
	if _, err := scim.Operations(scim.Resource{"Operations": []any{}}); err == nil {
		t.Error("no schema is needed")
	}
}

func TestSelect(t *testing.T) {
	user := parse(t, bjensen)
	names := func(only, without string) string {
		split := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, ",")
		}
		var all []string
		for name, v := range scim.User.Select(user, split(only), split(without)) {
			if inner, ok := v.(scim.Resource); ok && len(inner) < 3 {
				name += fmt.Sprint(len(inner))
			}
			all = append(all, name)
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	for _, c := range [][3]string{
		{"userName", "", "id schemas userName"},
		{"name.familyName,NAME.givenName, title", "", "id name2 schemas title"},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department,nothing", "", "id schemas urn:ietf:params:scim:schemas:extension:enterprise:2.0:User1"},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", "", "id schemas urn:ietf:params:scim:schemas:extension:enterprise:2.0:User1"},
		{"", "id,schemas,emails,groups,phoneNumbers,urn:ietf:params:scim:schemas:extension:enterprise:2.0:User,meta,name,displayName,locale", "active externalId id preferredLanguage schemas title userName"},
	} {
		if got := names(c[0], c[1]); got != c[2] {
			t.Errorf("only %q without %q: %s", c[0], c[1], got)
		}
	}
	if some := scim.User.Select(user, []string{"emails.value", "emails.type"}, nil); fmt.Sprint(some["emails"]) != "[map[type:work value:bjensen@example.com] map[type:home value:babs@jensen.org]]" {
		t.Errorf("%v", some["emails"])
	}
	if !reflect.DeepEqual(user, parse(t, bjensen)) {
		t.Error("the resource has changed")
	}
}

func TestCanonical(t *testing.T) {
	got := scim.User.Canonical(parse(t, `{"USERNAME":"a","Name":{"FamilyName":"b","x":1},"emails":"c","title":null,"password":"secret","unknown":1,"roles":["admin"],
		"URN:ietf:params:scim:schemas:extension:enterprise:2.0:user":{"DEPARTMENT":"d","manager":{"value":"m"}}}`))
	want := scim.Resource{
		"userName": "a", "name": scim.Resource{"familyName": "b"}, "emails": []any{scim.Resource{"value": "c"}}, "roles": []any{scim.Resource{"value": "admin"}},
		scim.EnterpriseURN: scim.Resource{"department": "d"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// Whatever is parsed can be evaluated, and negated is the opposite.
func FuzzFilter(f *testing.F) {
	for _, seed := range []string{`userName eq "a"`, `emails[type eq "work" and value co "@"].value pr`, `not (a pr) or (b gt 7 and c eq null)`, `urn:ietf:params:scim:schemas:core:2.0:User:name.familyName sw "\u00e9"`, `((((`, `"`, `a[b[c`} {
		f.Add(seed)
	}
	user := parse(f, bjensen)
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := scim.User.Filter(text)
		if err != nil {
			var wrong *scim.Error
			if !errors.As(err, &wrong) || wrong.Type != scim.InvalidFilter {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if opposite, err := scim.User.Filter("not (" + text + ")"); err == nil && opposite != nil && filter != nil && opposite.Matches(user) == filter.Matches(user) {
			t.Fatalf("%q and its opposite are both %v", text, filter.Matches(user))
		}
	})
}

// Whatever the operations are, what they are applied to stays as it is, and the result is
// of the schema.
func FuzzPatch(f *testing.F) {
	f.Add("add", "phoneNumbers[type eq \"work\"].value", `"1"`)
	f.Add("remove", "name", `null`)
	f.Add("replace", "", `{"name.givenName":"x","emails":[{"value":7}]}`)
	f.Fuzz(func(t *testing.T, op, path, value string) {
		var v any
		if json.Unmarshal([]byte(value), &v) != nil {
			return
		}
		user := parse(t, bjensen)
		operations, err := scim.Operations(scim.Resource{"schemas": []any{scim.PatchURN}, "Operations": []any{scim.Resource{"op": op, "path": path, "value": v}}})
		if err != nil {
			return
		}
		after, err := scim.User.Patch(user, operations)
		if !reflect.DeepEqual(user, parse(t, bjensen)) {
			t.Fatalf("%s %s %s changed what it was applied to", op, path, value)
		}
		if err == nil {
			for name := range after {
				if _, known := user[name]; !known && name != "roles" && name != scim.EnterpriseURN {
					t.Fatalf("%s %s %s made %q", op, path, value, name)
				}
			}
		}
	})
}
