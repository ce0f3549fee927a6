package whitelist_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/whitelist"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

func bought(c *company.Company) { c.Features = []plan.Feature{plan.FeatureIPRestriction} }

// from is the request as it arrives from an address through CloudFront.
func from(q apitest.Request, address string) apitest.Request {
	q.Headers = map[string]string{"CloudFront-Viewer-Address": address + ":4711"}
	return q
}

func requests(as *company.User) (get apitest.Request, post func(string) apitest.Request, bulk func(*testing.T, string) apitest.Request, remove func(string) apitest.Request) {
	const path = "/companies/{id}/whitelist_ips"
	get = apitest.Request{Method: "GET", Path: path, As: as, Lang: "ja"}
	post = func(body string) apitest.Request {
		return apitest.Request{Method: "POST", Path: path, As: as, Body: body, Lang: "ja"}
	}
	bulk = func(t *testing.T, content string) apitest.Request {
		return apitest.Request{Method: "POST", Path: path + "/bulk_register", As: as, Lang: "ja"}.Upload(t, "ips.csv", content)
	}
	remove = func(address string) apitest.Request {
		return apitest.Request{Method: "DELETE", Path: path + "/" + address, As: as, Lang: "ja"}
	}
	return get, post, bulk, remove
}

func TestTheOptionAndTheRole(t *testing.T) {
	w := apitest.New(t)
	poor := w.User(t, w.Company(t), access.Admin)
	editor := w.User(t, w.Company(t, bought), access.Editor)
	for name, tt := range map[string]struct {
		as     *company.User
		status int
		code   string
	}{"not bought": {&poor, 402, "option.ip_restriction"}, "an editor": {&editor, 403, "permission.denied"}} {
		get, post, bulk, remove := requests(tt.as)
		for _, q := range []apitest.Request{get, post(`{"ip_address":"203.0.113.7"}`), bulk(t, "203.0.113.7,x\n"), remove("203.0.113.7")} {
			r := w.Do(t, q)
			if r.Status != tt.status || r.Problem(t).Code != tt.code {
				t.Errorf("%s: %s %s: %+v", name, q.Method, q.Path, r)
			}
			if tt.status == 402 && (!strings.Contains(r.Body, "IPアドレス制限") || !strings.Contains(r.Body, "お問い合わせください")) {
				t.Errorf("%s", r.Body)
			}
		}
	}
	w.Run(t, apitest.Scenario{Name: "one's own address needs neither", Request: apitest.Request{Method: "GET", Path: "/utils/get-client-ip", As: &poor}, Status: 200, Contains: []string{`{"ip":"203.0.113.7"}`}})
}

func TestAddAndDelete(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	get, post, _, remove := requests(&admin)
	me := apitest.Request{Method: "GET", Path: "/users/me", As: &admin, Lang: "ja"}
	key := post(`{"ip_address":" ２０３．０．１１３．９/24 ","name":" 本社 "}`)
	key.Key = "k1"
	w.Run(t,
		apitest.Scenario{Name: "nothing yet", Request: get, Status: 200, Contains: []string{`{"items":[],"total":0,"max":200,"page":1,"limit":1}`}},
		apitest.Scenario{Name: "no address", Request: post(`{"ip_address":"203.0.113"}`), Status: 400, Field: "ip_address address.invalid", Contains: []string{"203.0.113.0/24"}},
		apitest.Scenario{Name: "everybody", Request: post(`{"ip_address":"::/0"}`), Status: 400, Field: "ip_address address.too_broad"},
		apitest.Scenario{Name: "a bad name", Request: post(`{"ip_address":"203.0.113.7","name":"=1"}`), Status: 400, Field: "name input.leading_character"},
		apitest.Scenario{Name: "the first one without oneself", Request: post(`{"ip_address":"198.51.100.0/24"}`), Status: 409, Code: "address.locks_out", Contains: []string{"203.0.113.7"}},
		apitest.Scenario{Name: "a network with oneself", Request: key, Status: 201, Contains: []string{`"id":"203.0.113.0_24"`, `"ip_address":"203.0.113.0/24"`, `"name":"本社"`}},
		apitest.Scenario{Name: "the same request", Request: key, Status: 201, Contains: []string{`"ip_address":"203.0.113.0/24"`}},
		apitest.Scenario{Name: "the same network", Request: post(`{"ip_address":"203.0.113.77/24"}`), Status: 409, Code: "address.exists", Field: "ip_address address.exists"},
		apitest.Scenario{Name: "another", Request: post(`{"ip_address":"2001:DB8::/32","name":"VPN"}`), Status: 201, Contains: []string{`"id":"2001:db8::_32"`}},
		apitest.Scenario{Name: "both, by address", Request: get, Status: 200, Contains: []string{`"ip_address":"203.0.113.0/24"`, `"total":2`}},
		apitest.Scenario{Name: "from within", Request: from(me, "203.0.113.200"), Status: 200},
		apitest.Scenario{Name: "from within, IPv6", Request: from(me, "[2001:db8:1::1]"), Status: 200},
		apitest.Scenario{Name: "from without", Request: from(me, "203.0.114.1"), Status: 403, Code: "address.denied", Contains: []string{"203.0.114.1", "管理者にお問い合わせ"}},
		apitest.Scenario{Name: "from nowhere", Request: from(me, "x"), Status: 403, Code: "address.denied"},
		apitest.Scenario{Name: "one's own, while another stays", Request: remove("203.0.113.0_24"), Status: 409, Code: "address.locks_out"},
		apitest.Scenario{Name: "one that there is not", Request: remove("198.51.100.1"), Status: 404},
		apitest.Scenario{Name: "no address at all", Request: remove("abc"), Status: 404},
		apitest.Scenario{Name: "the other, its slash escaped", Request: remove(url.PathEscape("2001:db8::/32")), Status: 204},
		apitest.Scenario{Name: "the last one: from everywhere again", Request: remove("203.0.113.0_24"), Status: 204},
		apitest.Scenario{Name: "from anywhere", Request: from(me, "203.0.114.1"), Status: 200},
	)
}

func TestBulkRegister(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	get, post, bulk, remove := requests(&admin)
	keyed := func(t *testing.T, content string) apitest.Request {
		q := bulk(t, content)
		q.Key = "file"
		return q
	}
	many := func(n int) string {
		var b strings.Builder
		b.WriteString("203.0.113.7\n")
		for i := range n - 1 {
			fmt.Fprintf(&b, "10.0.%d.%d\n", i/256, i%256)
		}
		return b.String()
	}
	refused := func(name, content string, status int, contains ...string) apitest.Scenario {
		return apitest.Scenario{Name: name, Request: bulk(t, content), Status: status, Contains: contains, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if now, err := w.Table.Company(t.Context(), c.ID); err != nil || len(now.Addresses) != 1 {
				t.Errorf("%+v, %v", now.Addresses, err)
			}
		}}
	}
	w.Run(t,
		apitest.Scenario{Name: "one is there", Request: post(`{"ip_address":"203.0.113.7"}`), Status: 201},
		refused("everything wrong at once", "IPアドレス,名前\n198.51.100.1,支社\nabc,x\n\n198.51.100.1/32,y\n203.0.113.7,z\n,w\n0.0.0.0/0,v\n192.0.2.1,=1\n", 400,
			`"path":"rows[3].ip_address","code":"address.invalid"`, `"row":3,"column":"IPアドレス"`, `"rows[5].ip_address","code":"address.csv_duplicate","detail":"2行目と同じIPアドレスです。"`,
			`"rows[6].ip_address","code":"address.exists"`, `"rows[7].ip_address","code":"input.required"`, `"rows[8].ip_address","code":"address.too_broad"`, `"rows[9].name","code":"input.leading_character"`),
		refused("nothing but a heading", "IPアドレス,名前\n", 400, "csv.empty"),
		refused("too many", many(201), 400, "address.too_many"),
		refused("too many with those that are there", strings.Replace(many(201), "203.0.113.7\n", "", 1), 400, "address.too_many"),
		apitest.Scenario{Name: "columns the other way round", Request: bulk(t, "name,ip address\r\n支社,198.51.100.0/24\r\n,2001:db8::1\r\n"), Status: 201, Contains: []string{`"total":3`, `"name":"支社"`}},
		apitest.Scenario{Name: "no heading", Request: bulk(t, "192.0.2.1,倉庫\n"), Status: 201, Contains: []string{`"total":4`}},
		apitest.Scenario{Name: "with a key", Request: keyed(t, "192.0.2.9,倉庫\n"), Status: 201, Contains: []string{`"total":5`}},
		apitest.Scenario{Name: "the same file again, as another form", Request: keyed(t, "192.0.2.9,倉庫\n"), Status: 201, Contains: []string{`"total":5`, `"ip_address":"192.0.2.9"`}},
		apitest.Scenario{Name: "another file with the key", Request: keyed(t, "192.0.2.8,倉庫\n"), Status: 422, Code: "idempotency.reused"},
		apitest.Scenario{Name: "one taken off", Request: remove("192.0.2.9"), Status: 204},
		apitest.Scenario{Name: "all of them", Request: get, Status: 200, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var got whitelist.EntryList
			r.Into(t, &got)
			if got.Total != 4 || got.Items[0].Address != "192.0.2.1" || got.Items[3].Address != "2001:db8::1" {
				t.Errorf("%+v", got)
			}
		}},
	)
	other := w.User(t, w.Company(t, bought), access.Admin)
	_, _, bulk, _ = requests(&other)
	w.Run(t, apitest.Scenario{Name: "a list without oneself", Request: bulk(t, "198.51.100.1,x\n"), Status: 409, Code: "address.locks_out"})
}

// Two concurrent additions both succeed.
func TestAddTogether(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	_, post, _, _ := requests(&admin)
	w.Do(t, post(`{"ip_address":"203.0.113.7"}`))
	var all sync.WaitGroup
	for i := range 3 {
		q := post(fmt.Sprintf(`{"ip_address":"10.0.0.%d"}`, i))
		all.Go(func() {
			if r := w.Do(t, q); r.Status != 201 {
				t.Errorf("%+v", r)
			}
		})
	}
	all.Wait()
	if now, err := w.Table.Company(t.Context(), c.ID); err != nil || len(now.Addresses) != 4 {
		t.Errorf("%+v, %v", now.Addresses, err)
	}
}
