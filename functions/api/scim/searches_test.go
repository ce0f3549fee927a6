package scim_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestSearches(t *testing.T) {
	s := start(t)
	for i := range 5 {
		u := person(fmt.Sprintf("u%d@midori.example", i), "名", fmt.Sprintf("姓%d", i))
		u["externalId"] = fmt.Sprintf("E%d", i)
		s.do("POST", "/Users", u, 201)
	}
	count := func(query string) float64 {
		t.Helper()
		n, _ := s.do("GET", "/Users?"+query, nil, 200)["totalResults"].(float64)
		return n
	}
	for filter, want := range map[string]float64{
		"": 6, `externalId eq "E3"`: 1, `externalId eq "e3"`: 0, `name.familyName sw "姓"`: 5, `emails[type eq "work" and value co "u1"]`: 1, `emails.value ew "@midori.example"`: 6,
		`not (userName sw "u")`: 1, `active eq true`: 6, `roles.value eq "admin"`: 1, `groups.display eq "Anzen: Viewers"`: 5, `meta.created gt "2011-05-13T04:42:34Z"`: 6, `title pr`: 0,
	} {
		if got := count("filter=" + filter); got != want {
			t.Errorf("%s: %v, want %v", filter, got, want)
		}
	}
	page := s.do("GET", "/Users?startIndex=3&count=2", nil, 200)
	if page["totalResults"] != 6.0 || page["itemsPerPage"] != 2.0 || page["startIndex"] != 3.0 || len(page["Resources"].([]any)) != 2 {
		t.Errorf("page %v", page)
	}
	if none := s.do("GET", "/Users?startIndex=-4&count=-1", nil, 200); none["startIndex"] != 1.0 || none["itemsPerPage"] != 0.0 || none["totalResults"] != 6.0 {
		t.Errorf("page %v", none)
	}
	if beyond := s.do("GET", "/Users?startIndex=1000000000000", nil, 200); len(beyond["Resources"].([]any)) != 0 {
		t.Errorf("page %v", beyond)
	}
	s.refused("GET", "/Users?count=many", nil, 400, "invalidValue")
	only := s.do("GET", `/Users?attributes=userName,name.familyName&filter=externalId eq "E1"`, nil, 200)["Resources"].([]any)[0].(doc)
	if len(only) != 4 || fmt.Sprint(only["name"]) != "map[familyName:姓1]" {
		t.Errorf("selected %v", only)
	}
	found := s.do("POST", "/Users"+"/.search", doc{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:SearchRequest"}, "filter": `externalId eq "E2"`, "attributes": []string{"userName"}, "count": 10}, 200)
	if found["totalResults"] != 1.0 || len(found["Resources"].([]any)[0].(doc)) != 3 {
		t.Errorf("searched %v", found)
	}
	for _, bad := range []string{
		"userName", `userName eq`, `userName eq "a`, `userName xx "a"`, `(userName eq "a"`, `nothing eq "a"`, `userName eq "a" or`, strings.Repeat("(", 40) + `userName pr` + strings.Repeat(")", 40),
		`userName eq "` + strings.Repeat("a", 3000) + `"`, strings.Repeat(`title pr or `, 60) + "title pr",
	} {
		s.refused("GET", "/Users?filter="+bad, nil, 400, "invalidFilter")
	}
}

func TestDiscovery(t *testing.T) {
	s := start(t)
	config := s.do("GET", "/ServiceProviderConfig", nil, 200)
	if fmt.Sprint(config["bulk"]) != "map[maxOperations:0 maxPayloadSize:0 supported:false]" || fmt.Sprint(config["patch"]) != "map[supported:true]" || fmt.Sprint(config["etag"]) != "map[supported:true]" {
		t.Errorf("%v", config)
	}
	if all := s.do("GET", "/Schemas", nil, 200); all["totalResults"] != 3.0 {
		t.Errorf("%v", all)
	}
	if user := s.do("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User", nil, 200); user["name"] != "User" {
		t.Errorf("%v", user)
	}
	if kinds := s.do("GET", "/ResourceTypes", nil, 200); kinds["totalResults"] != 2.0 {
		t.Errorf("%v", kinds)
	}
	if user := s.do("GET", "/ResourceTypes/User", nil, 200); user["endpoint"] != "/Users" {
		t.Errorf("%v", user)
	}
	s.refused("GET", "/ResourceTypes/Car", nil, 404, "")
	s.refused("GET", "/Cars", nil, 404, "")
	s.refused("GET", "/Users"+"/a/b", nil, 404, "")
	s.refused("GET", "/Me", nil, 501, "")
	s.refused("POST", "/Bulk", doc{}, 501, "")
	s.refused("POST", "/Users", "[]", 400, "invalidSyntax")
	s.refused("POST", "/Users", `{"userName":`, 400, "invalidSyntax")
	s.refused("POST", "/Users", `{"userName":"`+strings.Repeat("a", 600_000)+`"}`, 413, "")
	s.refused("POST", "/Users", strings.Repeat(`{"a":`, 60)+"1"+strings.Repeat("}", 60), 400, "invalidSyntax")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), doc{"Operations": []doc{}}, 400, "invalidSyntax")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "replace", "path": "nothing", "value": 1}), 400, "invalidPath")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "replace", "path": "id", "value": "x"}), 400, "mutability")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "remove"}), 400, "noTarget")
}
